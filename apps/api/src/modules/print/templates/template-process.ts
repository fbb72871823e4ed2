import { compileTemplate, type CompiledTemplate, printFonts, sheetOf } from '@app/print-engine'
import { isLetterSize } from '../sizes.ts'
import type { TemplateJob, TemplateReading, TemplateText } from './template-reader.ts'

// The program that `template-reader.ts` starts. It compiles one template at a time, and ends with its parent.

// Only the names of the fonts matter here, and their bytes would be copied into each rendering.
const fonts = printFonts.map((font) => ({ ...font, bytes: new Uint8Array() }))

const compile = ({ size, html }: TemplateText): CompiledTemplate =>
  compileTemplate(html, { sheet: sheetOf(size), flows: isLetterSize(size), fonts })

const cache = new Map<string, CompiledTemplate>()
const maxCached = 50

function compiled({ name, size, html }: TemplateText): CompiledTemplate {
  if (name === undefined) return compile({ size, html })
  const key = `${name} ${size}`
  const template = cache.get(key) ?? compile({ size, html })
  // The one that was used longest ago is dropped. A map keeps its keys in the order of insertion.
  cache.delete(key)
  cache.set(key, template)
  for (const oldest of cache.keys()) {
    if (cache.size <= maxCached) break
    cache.delete(oldest)
  }
  return template
}

function read({ values, assetTypes, ...text }: TemplateJob): TemplateReading {
  const template = compiled(text)
  const { findings } = template.render(values, (id) => {
    const mediaType = assetTypes.get(id)
    return mediaType === undefined ? undefined : { mediaType, bytes: new Uint8Array() }
  })
  return { fields: template.fields, lint: template.lint, assetIds: template.assetIds(values), findings }
}

process.on('message', (job: TemplateJob) => process.send?.(read(job)))
process.send?.('ready')
