import { isLetterSize } from '@app/mail-piece/formats'
import { compiledTemplates, printFonts } from '@app/print-engine'
import { answerJobs } from '../limited-program.ts'
import type { TemplateJob, TemplateReading } from './template-reader.ts'

// The program that `template-reader.ts` starts.

// Only the names of the fonts matter here, and their bytes would be copied into each rendering.
const fonts = printFonts.map((font) => ({ ...font, bytes: new Uint8Array() }))

const compiled = compiledTemplates(fonts)

function read({ size, html, values, assetTypes }: TemplateJob): TemplateReading {
  const template = compiled(html, size, isLetterSize(size))
  const { findings } = template.render(values, (id) => {
    const mediaType = assetTypes.get(id)
    return mediaType === undefined ? undefined : { mediaType, bytes: new Uint8Array() }
  })
  return { fields: template.fields, lint: template.lint, assetIds: template.assetIds(values), findings }
}

await answerJobs(read)
