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

/** Parses a template once, so that it can be rendered for every recipient. Never throws. */
export function compileTemplate(html: string, { sheet, flows }: PageOptions) {
  const tooLarge = Math.max(html.length, Buffer.byteLength(html)) > templateLimits.htmlBytes
  // Normalizes line breaks: the parser's offsets would count two characters as one.
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
    /** All problems of the template. If one is an error, renderings are drafts only. */
    lint: source.findings.all,
    /** True if the layout depends on the window size. */
    usesViewport: compilation.usesViewport,
    /**
     * The assets that `render` uses with these values. Without values, those of every branch whose id contains no
     * field.
     */
    assetIds: (values: MergeFields | undefined) => assetIdsOf(parts, values),
    /**
     * The same values and assets produce the same bytes. Without values, the findings are only about these assets.
     * Never throws.
     */
    render: (values: MergeFields | undefined, asset: FindAsset) => renderParts(parts, { values, fields, asset, empty }),
  }
}

/** The template's content without its document. Empty if the template takes too much work to parse. */
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

/** Only the fonts that a template names are embedded. A name in its text adds an extra font, which is harmless. */
const isNamed = (family: string, text: string): boolean => text.toLowerCase().includes(family.toLowerCase())
