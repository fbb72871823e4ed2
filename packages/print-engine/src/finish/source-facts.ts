import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFPage,
  PDFRawStream,
} from '@cantoo/pdf-lib'
import { inflateSync } from 'node:zlib'
import { dpiOfImage, edgesOfImage, matrixOf, times, unchanged } from '../geometry/matrix.ts'
import { type Box, boxOfEdges, pointsPerInch } from '../geometry/units.ts'

/** Facts that PDFium does not report, read while the art is copied. */
export interface SourceFacts {
  /**
   * Images repeated by patterns, such as backgrounds, each at its first position. Browsers also draw patterns of shapes
   * as such images.
   */
  patternImages: { dpi: number; box: Box }[]
  /** The number of characters that no font has, neither the template's nor the machine's. They are invisible. */
  missingCharacters: number
  /** True if the page has colors other than grays, which the press converts to its inks. */
  hasRgb: boolean
  /** True if shapes are filled with gradients or repeated images. */
  hasPatterns: boolean
}

/** The operators of a stream. The library's own decoder supports all filters but is slower. */
export function contentOf(stream: PDFRawStream): string {
  const isDeflated = stream.dict.get(PDFName.of('Filter')) === PDFName.of('FlateDecode')
  const bytes = isDeflated ? inflateSync(stream.contents) : decodePDFRawStream(stream).decode()
  return Buffer.from(bytes).toString('latin1')
}

const numbersIn = (array: PDFArray | undefined): number[] =>
  array?.asArray().map((entry) => (entry instanceof PDFNumber ? entry.asNumber() : 0)) ?? []

/**
 * The image that a pattern draws: six numbers and `cm`, then its name and `Do`. Browsers draw its stretched edges after
 * it.
 */
function imageOf(pattern: PDFRawStream, pageHeight: number): SourceFacts['patternImages'] {
  const outer = matrixOf(numbersIn(pattern.dict.lookupMaybe(PDFName.of('Matrix'), PDFArray)))
  const resources = pattern.dict.lookupMaybe(PDFName.of('Resources'), PDFDict)
  const objects = resources?.lookupMaybe(PDFName.of('XObject'), PDFDict)
  const words = contentOf(pattern).split(/\s+/)
  let inner = unchanged
  for (const [index, word] of words.entries()) {
    if (word === 'cm') inner = matrixOf(words.slice(Math.max(0, index - 6), index).map(Number))
    const image = word === 'Do' && objects?.lookup(PDFName.of(words[index - 1]?.slice(1) ?? ''))
    if (!(image instanceof PDFRawStream)) continue
    const side = (key: string) => image.dict.lookupMaybe(PDFName.of(key), PDFNumber)?.asNumber() ?? 0
    const matrix = times(inner, outer)
    const dpi = dpiOfImage(side('Width'), side('Height'), matrix)
    // A form has no width, and is not an image.
    if (dpi > 0) return [{ dpi, box: boxOfEdges(edgesOfImage(matrix), pageHeight) }]
  }
  return []
}

/** Digits of a glyph number in browser output. Glyph 0 stands for every character that a font lacks. */
const digitsOfGlyph = 4

function missingIn(content: string): number {
  let missing = 0
  for (const [, digits = ''] of content.matchAll(/<((?:[\dA-Fa-f]{4})+)>\s*Tj/g))
    for (let place = 0; place < digits.length; place += digitsOfGlyph) if (digits.startsWith('0000', place)) missing++
  return missing
}

/** Matches colors that `printGraysInBlack` has not turned into grays. */
const colorOperator = /(?:^|\s)(?:rg|RG)(?:\s|$)/

function readContent(content: string, facts: SourceFacts): void {
  facts.missingCharacters += missingIn(content)
  facts.hasRgb ||= colorOperator.test(content)
}

/** Visits the resources of a page and of every group and pattern in it, each once. */
function visit(resources: PDFDict | undefined, seen: Set<unknown>, facts: SourceFacts, pageHeight: number): void {
  if (!resources || seen.has(resources)) return
  seen.add(resources)
  for (const kind of ['Pattern', 'XObject'] as const) {
    const entries = resources.lookupMaybe(PDFName.of(kind), PDFDict)
    for (const name of entries?.keys() ?? []) {
      const object = entries?.lookup(name)
      if (kind === 'Pattern') facts.hasPatterns = true
      // A pattern without content is a gradient.
      if (object instanceof PDFDict) facts.hasRgb = true
      if (!(object instanceof PDFRawStream) || seen.has(object)) continue
      seen.add(object)
      const subtype = object.dict.get(PDFName.of('Subtype'))
      if (kind === 'Pattern') facts.patternImages.push(...imageOf(object, pageHeight))
      if (subtype === PDFName.of('Image'))
        facts.hasRgb ||= object.dict.get(PDFName.of('ColorSpace')) !== PDFName.of('DeviceGray')
      else readContent(contentOf(object), facts)
      visit(object.dict.lookupMaybe(PDFName.of('Resources'), PDFDict), seen, facts, pageHeight)
    }
  }
}

const streamsOf = ({ context }: PDFDocument, contents: unknown): PDFRawStream[] =>
  (contents instanceof PDFArray ? contents.asArray().map((entry) => context.lookup(entry)) : [contents]).filter(
    (stream) => stream instanceof PDFRawStream,
  )

export function sourceFactsOf(page: PDFPage): SourceFacts {
  const { node, doc } = page
  const facts: SourceFacts = { patternImages: [], missingCharacters: 0, hasRgb: false, hasPatterns: false }
  for (const stream of streamsOf(doc, node.Contents())) readContent(contentOf(stream), facts)
  visit(node.Resources(), new Set(), facts, page.getHeight() / pointsPerInch)
  return facts
}
