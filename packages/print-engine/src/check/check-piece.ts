import sharp from 'sharp'
import { type PrintFinding, printFindingOf } from '../findings.ts'
import type { FinishedPiece } from '../finish/finish.ts'
import { groundsOf } from '../finish/ground.ts'
import type { PieceToFinish } from '../finish/piece-to-finish.ts'
import { foundOn } from '../finish/source-pages.ts'
import { loadedTypefaces } from '../finish/typeface.ts'
import { checkAddress, checkReturnAddress } from './checks/address.ts'
import { checkImb, checkQrCodes } from './checks/codes.ts'
import { checkCharacters, checkFonts, checkImitations, checkRefusedFonts, checkSubstitutes } from './checks/fonts.ts'
import { checkImages } from './checks/images.ts'
import { checkBleed, checkInkFreeZone } from './checks/ink.ts'
import { checkInkCoverage } from './checks/ink-coverage.ts'
import { checkLines, checkType } from './checks/legibility.ts'
import { checkBlank, checkPageBoxes, checkPageCount, checkPageSize } from './checks/page.ts'
import { checkClipped, checkText } from './checks/text.ts'
import type { PagePicture } from './page-picture.ts'
import type { InkTable } from './press-inks.ts'
import { type PageFinding, type PageToCheck, readPiece } from './reading.ts'

/** A piece with the result of `finishPiece`. */
export interface PieceToCheck extends PieceToFinish, FinishedPiece {
  /** The findings of `fitAddress`. */
  addressFindings: PrintFinding[]
}

export type CheckedPiece = Awaited<ReturnType<typeof checkPiece>>

/** The maximum number of findings per code and page, for mistakes repeated on every line. */
const maxPerCode = 10

/** Limits the findings of each code on each page. The last one states how many were omitted. */
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

/** In the order in which findings are listed. */
const checks: readonly ((page: PageToCheck) => PageFinding[] | Promise<PageFinding[]>)[] = [
  checkPageSize,
  checkPageBoxes,
  checkFonts,
  checkImages,
  checkCharacters,
  checkSubstitutes,
  checkImitations,
  checkText,
  checkType,
  checkLines,
  checkClipped,
  checkInkFreeZone,
  checkInkCoverage,
  checkBleed,
  checkBlank,
  checkImb,
  checkQrCodes,
  checkAddress,
  checkReturnAddress,
]

/** Encodes a page's picture as PNG. Levels above 3 take twice as long to save a tenth of the bytes. */
const pngOf = ({ pixels, width, height, dpi }: PagePicture): Promise<Buffer> =>
  sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 2 })
    .withDensity(dpi)
    .toBuffer()

/**
 * Returns the findings about a print file, and a picture of each page. Both come from the file itself, so both match
 * the printed piece. Blocks its thread: see `openPress`.
 */
export async function checkPiece(piece: PieceToCheck, inks: InkTable) {
  const start = performance.now()
  const reading = await readPiece(piece)
  const read = performance.now()
  // The pictures are compressed on other threads in the meantime.
  const pngs = Promise.all(reading.pages.map(({ picture }) => pngOf(picture)))
  const faces = await loadedTypefaces()
  const ofPages: PrintFinding[] = []
  for (const [index, pageReading] of reading.pages.entries()) {
    const page = index + 1
    const source = piece.sourceFacts[index]
    if (!source) throw new Error(`Page ${page} of the print file is not in the art`)
    const found = foundOn(piece.art, pageReading.art.source)
    const grounds = groundsOf(piece, page, found.qrCodes, faces)
    const checked = { ...pageReading, piece, page, source, found, grounds, faces, inks }
    for (const check of checks)
      for (const { code, detail, box } of await check(checked))
        ofPages.push(printFindingOf(code, detail, { page, box }))
  }
  const findings = withoutFloods([
    ...checkPageCount(piece.size, reading.artPageCounts),
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
    /** The number of pages of each document of the art, including pages beyond the piece's limit. */
    artPageCounts: reading.artPageCounts,
    findings,
    /** The pages of the print file with RGB colors. */
    pagesInRgb: piece.sourceFacts.flatMap(({ hasRgb }, index) => (hasRgb ? [index + 1] : [])),
    /** Milliseconds for each step. */
    spans: { facts: read - start, checks: checked - read, png: performance.now() - checked },
  }
}
