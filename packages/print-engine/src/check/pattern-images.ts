import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, PDFRawStream } from '@cantoo/pdf-lib'

/**
 * The images that a page repeats, as a background does. PDFium tells nothing about the inside of a pattern, so that these
 * are read from the file itself.
 */
export interface PatternImage {
  /** From 1. */
  page: number
  /** Pixels for each printed inch, in the direction that has fewer. */
  dpi: number
}

const isTilingPattern = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('/PatternType 1')

const numbersIn = (array: PDFArray | undefined): number[] =>
  array?.asArray().map((entry) => (entry instanceof PDFNumber ? entry.asNumber() : 0)) ?? []

/** How long a unit of the inner space is in the outer one, across and up. */
const scaleOf = ([a = 1, b = 0, c = 0, d = 1]: readonly number[]) => [Math.hypot(a, b), Math.hypot(c, d)] as const

const pointsPerInch = 72

function dpiOf(pattern: PDFRawStream): number[] {
  const outer = scaleOf(numbersIn(pattern.dict.lookupMaybe(PDFName.of('Matrix'), PDFArray)))
  const images = pattern.dict.lookupMaybe(PDFName.of('Resources'), PDFDict)?.lookupMaybe(PDFName.of('XObject'), PDFDict)
  const content = Buffer.from(decodePDFRawStream(pattern).decode()).toString('latin1')
  return [...content.matchAll(/((?:[-.\d]+\s+){6})cm\b(?:(?!\bcm\b)[^])*?\/(\w+) Do\b/g)].flatMap(
    ([, matrix = '', name = '']) => {
      const image = images?.lookup(PDFName.of(name))
      if (!(image instanceof PDFRawStream)) return []
      const pixels = ['Width', 'Height'].map(
        (side) => image.dict.lookupMaybe(PDFName.of(side), PDFNumber)?.asNumber() ?? 0,
      )
      const inner = scaleOf(matrix.trim().split(/\s+/).map(Number))
      const [across, up] = [0, 1].map(
        (axis) => ((pixels[axis] ?? 0) * pointsPerInch) / ((inner[axis] ?? 1) * (outer[axis] ?? 1)),
      )
      // A form has no width, and is no image.
      return across && up ? [Math.min(across, up)] : []
    },
  )
}

/** Visits the resources of a page and of every group and pattern in it, each once. */
function visit(resources: PDFDict | undefined, seen: Set<unknown>, found: number[]): void {
  if (!resources || seen.has(resources)) return
  seen.add(resources)
  for (const kind of ['Pattern', 'XObject']) {
    const entries = resources.lookupMaybe(PDFName.of(kind), PDFDict)
    for (const name of entries?.keys() ?? []) {
      const object = entries?.lookup(name)
      if (!(object instanceof PDFRawStream)) continue
      if (kind === 'Pattern' && !seen.has(object)) found.push(...dpiOf(object))
      seen.add(object)
      visit(object.dict.lookupMaybe(PDFName.of('Resources'), PDFDict), seen, found)
    }
  }
}

/** Files without such patterns, which are most, are not read. */
export async function patternImagesOf(pdf: Uint8Array): Promise<PatternImage[]> {
  if (!isTilingPattern(pdf)) return []
  const document = await PDFDocument.load(pdf, { updateMetadata: false, parseSpeed: Infinity })
  return document.getPages().flatMap(({ node }, index) => {
    const found: number[] = []
    visit(node.Resources(), new Set(), found)
    return found.map((dpi) => ({ page: index + 1, dpi }))
  })
}
