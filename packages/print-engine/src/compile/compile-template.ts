import type { MergeFields } from '@app/mail-piece/merge-fields'
import { printFonts, textFamily } from '../fonts/print-fonts.ts'
import { checkFonts } from './css-fonts.ts'
import { documentAround, type PageOptions } from './document.ts'
import { finding } from './finding.ts'
import { templateLimits } from './limits.ts'
import { compileDocumentTags, compileNodes } from './markup.ts'
import { parseMarkup } from './parse-markup.ts'
import { hideExpressions } from './placeholders.ts'
import type { Part } from './parts.ts'
import { assetIdsOf, type FindAsset, renderParts } from './render.ts'
import type { Compilation } from './sequence.ts'
import { LimitReached, Source } from './source.ts'

export type CompiledTemplate = ReturnType<typeof compileTemplate>

/** Reads a template once, so that it can be rendered for every recipient. Never throws. */
export function compileTemplate(html: string, { sheet, flows }: PageOptions) {
  const tooLarge = Math.max(html.length, Buffer.byteLength(html)) > templateLimits.htmlBytes
  // One kind of line break: the parser's offsets would count two characters as one.
  const source = new Source(tooLarge ? '' : html.replaceAll(/\r\n?/g, '\n'))
  if (tooLarge) source.findings.add(finding('template_too_large', `${Math.ceil(html.length / 1024)} KB`))

  const compilation: Compilation = {
    source,
    markup: '',
    expressions: [],
    fields: new Map(),
    families: new Set(printFonts.map(({ family }) => family)),
    namedFonts: [],
    conditions: [],
    unknownBlocks: new Set(),
    bodyHasAttributes: false,
    pageMargins: {},
    usesViewport: false,
  }
  const { content, language, attributes } = compileContent(compilation)

  const fonts = printFonts.filter(({ family }) => family === textFamily || isNamed(family, source.text))
  const { fields, pageMargins } = compilation
  const around = { sheet, flows, fonts, language, attributes, pageMargins }
  const parts = documentAround(content, around)
  const empty = documentAround([], { ...around, attributes: [] })
  return {
    fields: [...fields.values()],
    /** Everything that is wrong with the template. With an error among it, a rendering is for a draft only. */
    lint: source.findings.all,
    /** True when the layout depends on the size of the window. */
    usesViewport: compilation.usesViewport,
    /** The assets that `render` uses with these values; without values, those of every branch whose id holds no field. */
    assetIds: (values: MergeFields | undefined) => assetIdsOf(parts, values),
    /** The same values and assets give the same bytes. Without values, its findings are those about these assets. Never throws. */
    render: (values: MergeFields | undefined, asset: FindAsset) => renderParts(parts, { values, fields, asset, empty }),
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

/** Only the fonts that a template names are part of it. A name in its text adds a font too many, which does no harm. */
const isNamed = (family: string, text: string): boolean => text.toLowerCase().includes(family.toLowerCase())
