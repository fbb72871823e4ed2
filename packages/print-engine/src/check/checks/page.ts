import { type PrintFinding, printFindingOf } from '../../findings.ts'
import { maxPagesOf } from '../../finish/source-pages.ts'
import { isPostcard, type PieceSize, sheetOf } from '../../geometry/piece.ts'
import { grown, pdfBox } from '../../geometry/units.ts'
import { pixelAreaOf } from '../../codes/raster.ts'
import type { Ground } from '../../finish/ground.ts'
import { paper } from '../page-picture.ts'
import type { PageBox } from '../page-facts.ts'
import type { ArtReading, PageReading, PieceReading } from '../reading.ts'

const pagesText = (count: number) => (count === 1 ? '1 page' : `${count} pages`)

/** Checks the number of pages of the file and of each document that it is made from. */
export function checkPageCount(size: PieceSize, { pages, artPageCounts }: PieceReading): PrintFinding[] {
  const wrong = (detail: string) => [printFindingOf('wrong_page_count', detail)]
  const artPages = artPageCounts.reduce((sum, count) => sum + count, 0)
  const longSide = artPageCounts.length > 1 ? artPageCounts.findIndex((count) => count !== 1) : -1
  if (longSide >= 0) {
    const name = longSide === 0 ? 'front' : 'back'
    return wrong(`The ${name} has ${pagesText(artPageCounts[longSide] ?? 0)}. One side is one page.`)
  }
  const max = maxPagesOf(size)
  const min = isPostcard(size) ? max : 1
  if (artPages >= min && artPages <= max && pages.length === artPages) return []
  const found = pagesText(artPages === max ? pages.length : artPages)
  const allowed = isPostcard(size) ? `needs ${max}` : `can have 1 to ${max}`
  return wrong(`The ${isPostcard(size) ? 'postcard' : 'letter'} has ${found} and ${allowed}.`)
}

/** Inches that a page may be larger or smaller: less than a browser's rounding of a length. */
const sizeTolerance = 0.01

const inches = (length: number) => String(Math.round(length * 1000) / 1000)

export function checkPageSize(
  size: PieceSize,
  page: number,
  readings: readonly (PageReading | ArtReading | undefined)[],
) {
  const { width, height } = sheetOf(size).page
  const wrong = readings.find(
    (reading) =>
      reading && Math.max(Math.abs(reading.width - width), Math.abs(reading.height - height)) > sizeTolerance,
  )
  if (!wrong) return []
  const found = `${inches(wrong.width)} × ${inches(wrong.height)} in`
  const detail = `The page is ${found}. A ${size} piece needs ${inches(width)} × ${inches(height)} in${isPostcard(size) ? ', bleed included' : ''}.`
  return [printFindingOf('wrong_page_size', detail, { page })]
}

/** The error of a box in points: PDFium reads boxes in single precision. */
const boxTolerance = 0.001

const boxNames: readonly PageBox[] = ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox']

export function checkPageBoxes(size: PieceSize, page: number, { boxes }: PageReading): PrintFinding[] {
  const sheet = sheetOf(size)
  return boxNames.flatMap((name) => {
    const wanted = pdfBox(name === 'TrimBox' ? sheet.trim : sheet.page, sheet.page.height)
    const found = boxes[name]
    if (found && wanted.every((edge, place) => Math.abs(edge - (found[place] ?? 0)) <= boxTolerance)) return []
    const detail = `The ${name} is ${found?.map(inches).join(' ') ?? 'missing'}. It must be ${wanted.join(' ')}.`
    return [printFindingOf('wrong_page_box', detail, { page })]
  })
}

/** Finds a page on which nothing of the art is visible. */
export function checkBlank(page: number, { gray }: PageReading, grounds: readonly Ground[]): PrintFinding[] {
  // A QR code is part of the template, although we draw it.
  const overlays = grounds.filter(({ kind }) => kind !== 'QR code')
  const ours = overlays.map(({ box }) => pixelAreaOf(gray, grown(box, 1 / gray.dpi)))
  const isOurs = (x: number, y: number) =>
    ours.some(({ left, top, right, bottom }) => x >= left && x < right && y >= top && y < bottom)
  const at = gray.data.findIndex(
    (light, pixel) => light < paper && !isOurs(pixel % gray.width, Math.floor(pixel / gray.width)),
  )
  if (at >= 0) return []
  return [printFindingOf('page_blank', 'The template prints nothing on this page.', { page })]
}
