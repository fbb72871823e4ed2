import type { PrintFinding } from '../findings.ts'
import type { FinishedPiece } from '../finish/finish.ts'
import { groundsOf } from '../finish/ground.ts'
import type { PieceToFinish } from '../finish/piece-to-finish.ts'
import { foundOn } from '../finish/source-pages.ts'
import { loadedTypefaces } from '../finish/typeface.ts'
import { addressSideOf } from '../geometry/piece.ts'
import { checkAddress, checkReturnAddress } from './checks/address.ts'
import { checkImb, checkQr } from './checks/codes.ts'
import { checkCharacters, checkFonts, checkImitations, checkRefusedFonts, checkSubstitutes } from './checks/fonts.ts'
import { checkImages } from './checks/images.ts'
import { checkBleed, checkInkFreeZone } from './checks/ink.ts'
import { checkInkCoverage } from './checks/ink-coverage.ts'
import { checkLines, checkType } from './checks/legibility.ts'
import { checkBlank, checkPageBoxes, checkPageCount, checkPageSize } from './checks/page.ts'
import { checkClipped, checkText } from './checks/text.ts'
import { pngOf } from './png.ts'
import type { InkTable } from './press-inks.ts'
import { type ArtReading, type PageReading, readPiece } from './reading.ts'

/** A piece with what `finishPiece` made of it. */
export interface PieceToCheck extends PieceToFinish, FinishedPiece {
  /** The findings of `fitAddress`. */
  addressFindings: PrintFinding[]
}

interface CheckedPage {
  widthInches: number
  heightInches: number
  /** A picture of the page, drawn from the print file. */
  png: Uint8Array
}

export interface CheckedPiece {
  pages: CheckedPage[]
  /** The pages of each document of the art, including those beyond the limit of the piece. */
  artPageCounts: number[]
  findings: PrintFinding[]
  /** The pages of the print file that have colors in RGB. */
  pagesInRgb: number[]
  /** Milliseconds for each step. */
  spans: Record<'facts' | 'checks' | 'png', number>
}

/** A mistake that is repeated on every line is listed this often. */
const maxPerCode = 10

/** Limits the findings of each code on each page. The last one gives the number of those left out. */
function withoutFloods(findings: readonly PrintFinding[]): PrintFinding[] {
  const groups = Map.groupBy(findings, ({ code, page }) => `${code} ${page ?? ''}`)
  return findings.flatMap((finding) => {
    const alike = groups.get(`${finding.code} ${finding.page ?? ''}`) ?? []
    const place = alike.indexOf(finding)
    if (place >= maxPerCode) return []
    const more = alike.length - maxPerCode
    const isLast = place === maxPerCode - 1 && more > 0
    return isLast ? [{ ...finding, detail: `${finding.detail} There are ${more} more like this.` }] : [finding]
  })
}

async function checkPage(
  piece: PieceToCheck,
  page: number,
  reading: PageReading,
  art: ArtReading | undefined,
  inks: InkTable,
): Promise<PrintFinding[]> {
  const { size } = piece
  const source = piece.sourceFacts[page - 1]
  const found = art && foundOn(piece.art, art.source)
  const qrCodes = found?.qrCodes ?? []
  const clipped = found?.clipped ?? []
  const faces = await loadedTypefaces()
  const grounds = groundsOf(piece, page, qrCodes, faces)
  const others = [...grounds, ...clipped].map(({ box }) => box)
  const hidden = { hasPatterns: source?.hasPatterns ?? false, lines: art?.lines ?? [] }
  const ofCodes = await Promise.all(qrCodes.map((code) => checkQr(page, code, reading.gray)))
  return [
    ...checkPageSize(size, page, [reading, art]),
    ...checkPageBoxes(size, page, reading),
    ...checkFonts(page, reading),
    ...(source ? checkImages(page, reading, source) : []),
    ...(source && art && found ? checkCharacters(page, source, found.missing, art.lines) : []),
    ...(art ? checkSubstitutes(page, reading, art.lines, piece.fontNames) : []),
    ...checkImitations(page, found?.imitated ?? []),
    ...(art ? checkText(size, page, art.lines, grounds) : []),
    ...(art ? checkType(page, art.lines, reading, others) : []),
    ...checkLines(page, reading),
    ...checkClipped(page, clipped),
    ...(art ? checkInkFreeZone(size, page, art) : []),
    ...checkInkCoverage(size, page, reading, hidden, grounds, inks),
    ...checkBleed(size, page, reading.gray),
    ...checkBlank(page, reading, grounds),
    ...checkImb(piece, page, reading.gray),
    ...ofCodes.flat(),
    ...(page === addressSideOf(size).page
      ? [
          ...checkAddress(piece, page, reading.lines, art?.lines ?? [], faces),
          ...checkReturnAddress(piece, page, grounds, faces),
        ]
      : []),
  ]
}

/**
 * The findings about a print file, and a picture of each of its pages. Both come from the file itself, so
 * neither can differ from the printed piece. Blocks the thread that it runs in: see `openPress`.
 */
export async function checkPiece(piece: PieceToCheck, inks: InkTable): Promise<CheckedPiece> {
  const start = performance.now()
  const reading = await readPiece(piece, piece.pdf)
  const read = performance.now()
  // The pictures are compressed on other threads in the meantime.
  const pngs = Promise.all(reading.pages.map(({ picture }) => pngOf(picture)))
  const ofPages = []
  for (const [index, page] of reading.pages.entries())
    ofPages.push(...(await checkPage(piece, index + 1, page, reading.art[index], inks)))
  const findings = withoutFloods([
    ...checkPageCount(piece.size, reading),
    ...checkRefusedFonts(piece.art.flatMap(({ refusedFonts }) => refusedFonts)),
    ...ofPages,
    ...piece.addressFindings,
  ])
  const checked = performance.now()
  const pages = (await pngs).map((png, index) => ({
    widthInches: reading.pages[index]?.width ?? 0,
    heightInches: reading.pages[index]?.height ?? 0,
    png,
  }))
  return {
    pages,
    artPageCounts: reading.artPageCounts,
    findings,
    pagesInRgb: piece.sourceFacts.flatMap(({ hasRgb }, index) => (hasRgb ? [index + 1] : [])),
    spans: { facts: read - start, checks: checked - read, png: performance.now() - checked },
  }
}
