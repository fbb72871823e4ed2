import {
  dpiOfImage,
  type Edges,
  edgesAfter,
  edgesOfImage,
  type Matrix,
  matrixOf,
  times,
  unchanged,
} from '../geometry/matrix.ts'
import { type Box, boxOfEdges } from '../geometry/units.ts'
import { type Color, colorOf } from './color.ts'
import type { PdfPage } from './pdfium.ts'

/** An image as placed on a page. */
interface PlacedImage {
  /** Pixels per printed inch, in the direction with fewer. */
  dpi: number
  box: Box
  /** True for a single-channel image, which prints in black ink. */
  isGray: boolean
}

/** A stroked line, or a filled shape as thin as one. */
interface ThinLine {
  points: number
  color: Color
  box: Box
}

/** Lines at least this wide print as they are, in any color. In points. */
const thickEnough = 0.5
const maxThinLines = 500
const maxShapes = 500

const objectTypes = { text: 1, path: 2, image: 3, shading: 4, form: 5 }

const placementOf = ({ pdfium }: PdfPage, object: number): Matrix =>
  matrixOf(pdfium.floats(6, (place = 0) => pdfium.FPDFPageObj_GetMatrix(object, place)))

/** The sixth number of PDFium's image metadata is the color space, where 1 is gray. */
function isGrayImage({ pdfium, handle }: PdfPage, object: number): boolean {
  const facts = pdfium.integers(7, (place = 0) => pdfium.FPDFImageObj_GetImageMetadata(object, handle, place))
  return facts?.[5] === 1
}

function imageOf(page: PdfPage, object: number, outer: Matrix): PlacedImage | undefined {
  const { pdfium } = page
  const size = pdfium.integers(2, (...places) => pdfium.FPDFImageObj_GetImagePixelSize(object, ...places))
  const [width = 0, height = 0] = size ?? []
  if (!width || !height) return undefined
  const matrix = times(placementOf(page, object), outer)
  return {
    dpi: dpiOfImage(width, height, matrix),
    box: boxOfEdges(edgesOfImage(matrix), page.height),
    isGray: isGrayImage(page, object),
  }
}

/** The edges of an object, in points. */
function boundsOf({ pdfium }: PdfPage, object: number, outer: Matrix): Edges {
  const edges = pdfium.floats(4, (...places) => pdfium.FPDFPageObj_GetBounds(object, ...places)) ?? []
  const [left = 0, bottom = 0, right = 0, top = 0] = edges
  return edgesAfter([left, bottom, right, top], outer)
}

interface Paint {
  fill: Color | undefined
  stroke: Color | undefined
}

function paintOf({ pdfium }: PdfPage, object: number): Paint {
  // The fill mode of the path, where 0 means no fill, and whether its outline is stroked.
  const modes = pdfium.integers(2, (...places) => pdfium.FPDFPath_GetDrawMode(object, ...places)) ?? []
  const [isFilled = 0, isStroked = 0] = modes
  const fill = pdfium.integers(4, (...places) => pdfium.FPDFPageObj_GetFillColor(object, ...places))
  const stroke = pdfium.integers(4, (...places) => pdfium.FPDFPageObj_GetStrokeColor(object, ...places))
  return {
    fill: isFilled && fill ? colorOf(fill) : undefined,
    stroke: isStroked && stroke ? colorOf(stroke) : undefined,
  }
}

/** The path as a thin line, if it is one. */
function thinLineOf(page: PdfPage, object: number, outer: Matrix, { fill, stroke }: Paint): ThinLine | undefined {
  const { pdfium } = page
  const edges = boundsOf(page, object, outer)
  const [left, bottom, right, top] = edges
  const line = (points: number, color: Color): ThinLine | undefined =>
    points < thickEnough ? { points, color, box: boxOfEdges(edges, page.height) } : undefined
  if (stroke) {
    const [a, b, c, d] = times(placementOf(page, object), outer)
    const [width = 1] = pdfium.floats(1, (place = 0) => pdfium.FPDFPageObj_GetStrokeWidth(object, place)) ?? []
    return line(width * Math.sqrt(Math.abs(a * d - b * c)), stroke)
  }
  return fill && line(Math.min(right - left, top - bottom), fill)
}

/** Fonts, images, and thin lines of a page, including those inside groups. */
export function factsOf(page: PdfPage) {
  const { pdfium, handle } = page
  const images: PlacedImage[] = []
  const fonts = new Map<number, string | undefined>()
  /** Lines narrower than `thickEnough`, up to `maxThinLines`. */
  const thinLines: ThinLine[] = []
  /** Shapes filled with white, or with a gradient or a repeated image, which PDFium reports as white. */
  const whiteShapes: Box[] = []
  /** Shapes filled with a single gray, which prints in black ink. */
  const grayShapes: { box: Box; gray: number }[] = []

  function visitPath(object: number, outer: Matrix): void {
    const paint = paintOf(page, object)
    const { red, green, blue } = paint.fill ?? { red: 0, green: 255, blue: 0 }
    if (red === green && green === blue && whiteShapes.length + grayShapes.length < maxShapes) {
      const box = boxOfEdges(boundsOf(page, object, outer), page.height)
      if (red === 255) whiteShapes.push(box)
      else grayShapes.push({ box, gray: red })
    }
    const line = thinLines.length < maxThinLines ? thinLineOf(page, object, outer, paint) : undefined
    if (line) thinLines.push(line)
  }
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
    if (type === objectTypes.path) visitPath(object, outer)
    if (type === objectTypes.shading) whiteShapes.push(boxOfEdges(boundsOf(page, object, outer), page.height))
    if (type === objectTypes.image) {
      const image = imageOf(page, object, outer)
      if (image) images.push(image)
    }
    if (type !== objectTypes.form) return
    const inner = times(placementOf(page, object), outer)
    const count = pdfium.FPDFFormObj_CountObjects(object)
    for (let index = 0; index < count; index++) visit(pdfium.FPDFFormObj_GetObject(object, index), inner)
  }

  const count = pdfium.FPDFPage_CountObjects(handle)
  for (let index = 0; index < count; index++) visit(pdfium.FPDFPage_GetObject(handle, index), unchanged)
  const fontsNotEmbedded = [...new Set([...fonts.values()].flatMap((name) => name ?? []))]
  return { images, fontsNotEmbedded, thinLines, whiteShapes, grayShapes }
}

const boxNames = ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox'] as const

/** The boxes of a page, each as left, bottom, right, and top in points. A box that the page lacks has no edges. */
export const pageBoxesOf = ({ pdfium, handle }: PdfPage) =>
  boxNames.map((name) => ({
    name,
    edges: pdfium.floats(4, (...places) => pdfium[`FPDFPage_Get${name}`](handle, ...places)),
  }))
