import type { MergeFields } from '@app/mail-piece/merge-fields'
import { checkFonts } from './css-fonts.ts'
import { documentAround, type PageOptions, type PrintFont } from './document.ts'
import { type TemplateFinding, finding } from './finding.ts'
import { templateLimits } from './limits.ts'
import { compileDocumentTags, compileNodes } from './markup.ts'
import { parseMarkup } from './parse-markup.ts'
import { hideExpressions } from './placeholders.ts'
import type { Part, TemplateField } from './parts.ts'
import { assetIdsOf, type FindAsset, renderParts, type Rendering } from './render.ts'
import type { Compilation } from './sequence.ts'
import { LimitReached, Source } from './source.ts'

export interface CompileOptions extends PageOptions {
  /** The fonts that a template may name. Text without a font is set in the first family. */
  fonts: readonly PrintFont[]
}

export interface CompiledTemplate {
  fields: TemplateField[]
  /** Everything that is wrong with the template. With an error among it, a rendering is for a draft only. */
  lint: TemplateFinding[]
  /** True when the layout depends on the size of the window. */
  usesViewport: boolean
  /** The assets that `render` uses with these values; without values, those of every branch whose id holds no field. */
  assetIds: (values: MergeFields | undefined) => string[]
  /** The same values and assets give the same bytes. Without values, its findings are those about these assets. Never throws. */
  render: (values: MergeFields | undefined, asset: FindAsset) => Rendering
}

/** Reads a template once, so that it can be rendered for every recipient. Never throws. */
export function compileTemplate(html: string, { sheet, flows, fonts }: CompileOptions): CompiledTemplate {
  const tooLarge = Math.max(html.length, Buffer.byteLength(html)) > templateLimits.htmlBytes
  // One kind of line break: the parser's offsets would count two characters as one.
  const source = new Source(tooLarge ? '' : html.replaceAll(/\r\n?/g, '\n'))
  if (tooLarge) source.findings.add(finding('template_too_large', `${Math.ceil(html.length / 1024)} KB`))

  const families = [...new Set(fonts.map(({ family }) => family))]
  const compilation: Compilation = {
    source,
    markup: '',
    expressions: [],
    fields: new Map(),
    families: new Set(families),
    namedFonts: [],
    conditions: [],
    unknownBlocks: new Set(),
    bodyHasAttributes: false,
    pageMargins: {},
    usesViewport: false,
  }
  const { content, language, attributes } = compileContent(compilation)

  const usedFonts = fonts.filter(({ family }) => family === families[0] || isNamed(family, source.text))
  const { fields, pageMargins } = compilation
  const around = { sheet, flows, fonts: usedFonts, language, attributes, pageMargins }
  const parts = documentAround(content, around)
  const empty = documentAround([], { ...around, fonts: [], attributes: [] })
  return {
    fields: [...fields.values()],
    lint: source.findings.all,
    usesViewport: compilation.usesViewport,
    assetIds: (values) => assetIdsOf(parts, values),
    render: (values, asset) => renderParts(parts, { values, fields, asset, empty }),
  }
}

/** The template without its document. One that takes too much work to read is empty. */
function compileContent(compilation: Compilation): { content: Part[]; language: string; attributes: Part[] } {
  const { source } = compilation
  try {
    Object.assign(compilation, hideExpressions(source))
    const { nodes, documentTags } = parseMarkup(compilation)
    const { language, attributes } = compileDocumentTags(documentTags, compilation)
    compilation.bodyHasAttributes = attributes.length > 0
    const content = compileNodes(nodes, compilation)
    checkFonts(compilation)
    return { language, attributes, content }
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error
    const { code, offset } = error
    source.findings.addFirst(finding(code, source.text.slice(offset, offset + 81), source.placeOf(offset)))
    return { language: 'en', attributes: [], content: [] }
  }
}

/** Only the fonts that a template names are embedded. A name in its text embeds a font too many, which does no harm. */
const isNamed = (family: string, text: string): boolean => text.toLowerCase().includes(family.toLowerCase())
