import { type PrintFinding, printFindingOf } from '../../findings.ts'
import { maxPagesOf } from '../../finish/source-pages.ts'
import { isPostcard, type PieceSize, sheetOf } from '../../geometry/piece.ts'
import { grown, pdfBox } from '../../geometry/units.ts'
import { pixelAreaOf } from '../../codes/raster.ts'
import { paper } from '../page-picture.ts'
import type { PageFinding, PageToCheck } from '../reading.ts'

const pagesText = (count: number) => (count === 1 ? '1 page' : `${count} pages`)

/** Checks the number of pages of each source document. */
export function checkPageCount(size: PieceSize, artPageCounts: readonly number[]): PrintFinding[] {
  const wrong = (detail: string) => [printFindingOf('wrong_page_count', detail)]
  const artPages = artPageCounts.reduce((sum, count) => sum + count, 0)
  const longSide = artPageCounts.length > 1 ? artPageCounts.findIndex((count) => count !== 1) : -1
  if (longSide >= 0) {
    const name = longSide === 0 ? 'front' : 'back'
    return wrong(`The ${name} has ${pagesText(artPageCounts[longSide] ?? 0)}. Each side must be one page.`)
  }
  const max = maxPagesOf(size)
  const min = isPostcard(size) ? max : 1
  if (artPages >= min && artPages <= max) return []
  const allowed = isPostcard(size) ? `needs ${max}` : `can have 1 to ${max}`
  return wrong(`The ${isPostcard(size) ? 'postcard' : 'letter'} has ${pagesText(artPages)} and ${allowed}.`)
}

/** Allowed deviation of the page size, in inches: smaller than a browser's rounding error. */
const sizeTolerance = 0.01

const inches = (length: number) => String(Math.round(length * 1000) / 1000)

export function checkPageSize({ piece: { size }, art, ...printed }: PageToCheck): PageFinding[] {
  const { width, height } = sheetOf(size).page
  const wrong = [printed, art].find(
    (found) => Math.max(Math.abs(found.width - width), Math.abs(found.height - height)) > sizeTolerance,
  )
  if (!wrong) return []
  const found = `${inches(wrong.width)} × ${inches(wrong.height)} in`
  const detail = `The page is ${found}. A ${size} piece needs ${inches(width)} × ${inches(height)} in${isPostcard(size) ? ', bleed included' : ''}.`
  return [{ code: 'wrong_page_size', detail }]
}

/** The error of a box in points: PDFium uses single precision. */
const boxTolerance = 0.001

export function checkPageBoxes({ piece, boxes }: PageToCheck): PageFinding[] {
  const sheet = sheetOf(piece.size)
  return boxes.flatMap(({ name, edges }) => {
    const wanted = pdfBox(name === 'TrimBox' ? sheet.trim : sheet.page, sheet.page.height)
    if (edges && wanted.every((edge, place) => Math.abs(edge - (edges[place] ?? 0)) <= boxTolerance)) return []
    const detail = `The ${name} is ${edges?.map(inches).join(' ') ?? 'missing'}. It must be ${wanted.join(' ')}.`
    return [{ code: 'wrong_page_box', detail }]
  })
}

/** Reports a page on which no art is visible. */
export function checkBlank({ gray, grounds }: PageToCheck): PageFinding[] {
  // A QR code is part of the template, although we draw it.
  const overlays = grounds.filter(({ kind }) => kind !== 'QR code')
  const ours = overlays.map(({ box }) => pixelAreaOf(gray, grown(box, 1 / gray.dpi)))
  const isOurs = (x: number, y: number) =>
    ours.some(({ left, top, right, bottom }) => x >= left && x < right && y >= top && y < bottom)
  const hasInk = gray.data.some(
    (light, pixel) => light < paper && !isOurs(pixel % gray.width, Math.floor(pixel / gray.width)),
  )
  return hasInk ? [] : [{ code: 'page_blank', detail: 'The template prints nothing on this page.' }]
}
