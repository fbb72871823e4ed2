import {
  addressBlock,
  bleedInches,
  envelope,
  foldsOf,
  imbClearance,
  indiciaZone,
  letterFormats,
  letterWindows,
  type LetterSize,
  postcardFormats,
  type PostcardSize,
  readAreaOffsets,
  safeInches,
  type SizeInches,
} from '@app/mail-piece/formats'
import { imbSize } from '@app/mail-piece/imb-bars'
import { type Box, boxOf, grown } from './units.ts'

export type PieceSize = PostcardSize | LetterSize

export const isPostcard = (size: PieceSize): size is PostcardSize => size in postcardFormats

/** One page of a print file. Every box is measured from the page's top left corner, which is that of the bleed. */
export interface Sheet {
  /** Art meant to reach the edge of the piece must reach the edge of this box. */
  page: Box
  trim: Box
  /** Text must stay inside, because a cut may be off by this much. */
  safe: Box
}

/** Letters are printed on cut sheets: nothing is trimmed, and the page has no bleed. */
export const bleedOf = (size: PieceSize): number => (isPostcard(size) ? bleedInches : 0)
export const trimOf = (size: PieceSize): SizeInches =>
  isPostcard(size) ? postcardFormats[size].trim : letterFormats[size].trim

export function sheetOf(size: PieceSize): Sheet {
  const bleed = bleedOf(size)
  const { width, height } = trimOf(size)
  const trim = boxOf(bleed, bleed, width, height)
  return { page: grown(trim, bleed), trim, safe: grown(trim, -safeInches) }
}

/** The zones of the page that carries the address: the back of a postcard, the first page of a letter. */
export interface AddressSide {
  /** From 1. */
  page: number
  /** No customer content is printed here: the ink-free zone of a postcard, the recipient's window of a letter. */
  inkFree: Box
  /** The area that sorting machines scan for an address, in every position of a letter in its envelope. */
  readArea: Box
  /** The permit imprint of a postcard. A letter's is on its envelope. */
  indicia?: Box
  /** The window that shows the sender's address, on letters. */
  returnWindow?: Box
  /** The parts of a letter that show in the windows when the sheet slides in its envelope. */
  windowMargins?: Box[]
}

function postcardAddressSide(size: PostcardSize): AddressSide {
  const { trim } = sheetOf(size)
  const { inkFree } = postcardFormats[size]
  const right = trim.left + trim.width
  const bottom = trim.top + trim.height
  const { side, bottom: from, top: to } = readAreaOffsets
  return {
    page: 2,
    inkFree: boxOf(
      right - inkFree.right - inkFree.width,
      bottom - inkFree.bottom - inkFree.height,
      inkFree.width,
      inkFree.height,
    ),
    readArea: boxOf(trim.left + side, bottom - to, trim.width - 2 * side, to - from),
    indicia: boxOf(
      right - indiciaZone.right - indiciaZone.width,
      trim.top + indiciaZone.top,
      indiciaZone.width,
      indiciaZone.height,
    ),
  }
}

/**
 * A sheet smaller than its envelope can slide in it. Its first panel rests on the bottom edge, or up to the slack
 * higher, and its left edge touches the envelope's, or is up to the slack away. The read area belongs to the envelope:
 * returns the area inside it in every position of the sheet.
 */
function letterReadArea(trim: SizeInches): Box {
  const [panel = trim.height] = foldsOf(trim)
  const slack = { width: envelope.width - trim.width, height: envelope.height - panel }
  const { side, bottom, top } = readAreaOffsets
  const highest = panel - top + slack.height
  const lowest = panel - bottom
  return boxOf(side, highest, envelope.width - 2 * side - slack.width, lowest - highest)
}

/**
 * The area that shows in a window when the sheet slides right or up: also left of the window and below it, down to
 * `bottom`.
 */
const windowMargin = ({ left, top, width }: Box, bottom: number): Box => boxOf(0, top, left + width, bottom - top)

export function addressSideOf(size: PieceSize): AddressSide {
  if (isPostcard(size)) return postcardAddressSide(size)
  const { from, to, bodyTop } = letterWindows
  return {
    page: 1,
    inkFree: boxOf(to.left, to.top, to.width, to.height),
    readArea: letterReadArea(trimOf(size)),
    returnWindow: boxOf(from.left, from.top, from.width, from.height),
    windowMargins: [windowMargin(from, to.top), windowMargin(to, bodyTop)],
  }
}

/** A fold is a line, and the folding machine is accurate to 1/32 of an inch. */
const foldTolerance = 1 / 32

/** The strips of a page in which a fold may fall. Empty for postcards. */
export function foldStripsOf(size: PieceSize): Box[] {
  if (isPostcard(size)) return []
  const { page } = sheetOf(size)
  return foldsOf(trimOf(size)).map((fold) => boxOf(0, fold - foldTolerance, page.width, 2 * foldTolerance))
}

/** Lines closer than this touch. In multiples of the type size. */
const minLeading = 1.15

const barcodeHeight = imbSize.height + addressBlock.barcodeGap

/** The height available to the block: inside both the area and the read area, and centered in the area. */
function blockRoom({ inkFree, readArea }: AddressSide): number {
  const middle = inkFree.top + inkFree.height / 2
  const above = middle - Math.max(inkFree.top + imbClearance.ends, readArea.top)
  const below = Math.min(inkFree.top + inkFree.height - imbClearance.ends, readArea.top + readArea.height) - middle
  return 2 * Math.min(above, below)
}

/** Maximum number of address lines on this piece. */
export const maxAddressLines = (size: PieceSize): number =>
  Math.floor((blockRoom(addressSideOf(size)) - barcodeHeight) / (addressBlock.typeInches * minLeading))

/**
 * The lines end inside the read area. The barcode is longer on a small postcard, and does not have to be in the read
 * area.
 */
const lineRoom = ({ inkFree, readArea }: AddressSide): { left: number; width: number } => {
  const left = inkFree.left + addressBlock.inset
  const right = Math.min(inkFree.left + inkFree.width - addressBlock.inset, readArea.left + readArea.width)
  return { left, width: right - left }
}

/** The width of the address lines. */
export const addressLineWidth = (size: PieceSize): number => lineRoom(addressSideOf(size)).width

/**
 * The positions of the barcode and the lines of an address. Lines move closer together if they would not fit otherwise.
 * The box of a line is as tall as the line, with half of the leading above and below the type.
 * @throws {RangeError} for more lines than `maxAddressLines`
 */
export function addressBlockOf(size: PieceSize, lineCount: number) {
  if (lineCount > maxAddressLines(size)) throw new RangeError(`${lineCount} lines do not fit on ${size}`)
  const side = addressSideOf(size)
  const { inkFree } = side
  const { typeInches, leading } = addressBlock
  const lineHeight = Math.min(typeInches * leading, (blockRoom(side) - barcodeHeight) / Math.max(1, lineCount))
  const top = inkFree.top + (inkFree.height - barcodeHeight - lineCount * lineHeight) / 2
  const { left, width } = lineRoom(side)
  return {
    barcode: boxOf(left, top, imbSize.width, imbSize.height),
    lines: Array.from({ length: lineCount }, (_, line) =>
      boxOf(left, top + barcodeHeight + line * lineHeight, width, lineHeight),
    ),
    typeInches,
  }
}
