import { type Box, points } from '../geometry/units.ts'
import type { PdfPage } from './pdfium.ts'

/** An image as it is placed on a page. */
interface PlacedImage {
  /** Pixels for each printed inch, in the direction that has fewer. */
  dpi: number
  box: Box
}

export interface PageFacts {
  images: PlacedImage[]
  fontsNotEmbedded: string[]
}

type Matrix = readonly [number, number, number, number, number, number]
const unchanged: Matrix = [1, 0, 0, 1, 0, 0]

/** The matrix that applies `inner` first. */
const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + b * i,
  a * h + b * j,
  c * g + d * i,
  c * h + d * j,
  e * g + f * i + k,
  e * h + f * j + l,
]

const objectTypes = { text: 1, image: 3, form: 5 }

function matrixOf({ pdfium }: PdfPage, object: number): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] =
    pdfium.floats(6, (place = 0) => pdfium.FPDFPageObj_GetMatrix(object, place)) ?? unchanged
  return [a, b, c, d, e, f]
}

function imageOf(page: PdfPage, object: number, outer: Matrix): PlacedImage | undefined {
  const { pdfium } = page
  const size = pdfium.integers(2, (...places) => pdfium.FPDFImageObj_GetImagePixelSize(object, ...places))
  // An image is a square of side 1 that its matrix places.
  const [a, b, c, d, e, f] = times(matrixOf(page, object), outer)
  const [width = 0, height = 0] = size ?? []
  if (!width || !height) return undefined
  const across = [e, e + a, e + c, e + a + c]
  const up = [f, f + b, f + d, f + b + d]
  return {
    dpi: Math.min((width * points(1)) / Math.hypot(a, b), (height * points(1)) / Math.hypot(c, d)),
    box: page.boxOf(Math.min(...across), Math.min(...up), Math.max(...across), Math.max(...up)),
  }
}

/** Fonts and images of a page, also of those inside of groups. */
export function factsOf(page: PdfPage): PageFacts {
  const { pdfium, handle } = page
  const images: PlacedImage[] = []
  const fonts = new Map<number, string | undefined>()

  function visitText(object: number): void {
    const font = pdfium.FPDFTextObj_GetFont(object)
    if (fonts.has(font)) return
    const isEmbedded = pdfium.FPDFFont_GetIsEmbedded(font) === 1
    const name = isEmbedded ? undefined : pdfium.text((...place) => pdfium.FPDFFont_GetBaseFontName(font, ...place))
    fonts.set(font, name)
  }
  function visit(object: number, outer: Matrix): void {
    const type = pdfium.FPDFPageObj_GetType(object)
    if (type === objectTypes.text) visitText(object)
    if (type === objectTypes.image) {
      const image = imageOf(page, object, outer)
      if (image) images.push(image)
    }
    if (type !== objectTypes.form) return
    const inner = times(matrixOf(page, object), outer)
    const count = pdfium.FPDFFormObj_CountObjects(object)
    for (let index = 0; index < count; index++) visit(pdfium.FPDFFormObj_GetObject(object, index), inner)
  }

  const count = pdfium.FPDFPage_CountObjects(handle)
  for (let index = 0; index < count; index++) visit(pdfium.FPDFPage_GetObject(handle, index), unchanged)
  return { images, fontsNotEmbedded: [...new Set([...fonts.values()].flatMap((name) => name ?? []))] }
}

export type PageBox = 'MediaBox' | 'CropBox' | 'BleedBox' | 'TrimBox'

/** Left, bottom, right and top of a box in points. Nothing when the page does not have it. */
export function pageBox({ pdfium, handle }: PdfPage, name: PageBox): number[] | undefined {
  const read = pdfium[`FPDFPage_Get${name}`]
  return pdfium.floats(4, (...places) => read(handle, ...places))
}
