import { isLetterSize } from '@app/mail-piece/formats'
import { compiledTemplates } from '@app/print-engine/templates'
import { answerJobs } from '../limited-program.ts'
import type { TemplateJob, TemplateReading } from './template-reader.ts'

// The program that `template-reader.ts` starts.

const compiled = compiledTemplates()

function read({ size, html, values, assetTypes }: TemplateJob): TemplateReading {
  const template = compiled(html, size, isLetterSize(size))
  const { findings } = template.render(values, (id) => {
    const mediaType = assetTypes.get(id)
    return mediaType === undefined ? undefined : { mediaType, bytes: new Uint8Array() }
  })
  return { fields: template.fields, lint: template.lint, assetIds: template.assetIds(values), findings }
}

await answerJobs(read)
