import { addressSideOf, type PieceSize, sheetOf } from './piece.ts'
import { type Box, boxOf } from './units.ts'

/** Inches from the trim of a postcard. */
const postcardInset = 0.25
const typeInches = { postcard: 0.09, letter: 0.14 }
/** Line height, in multiples of the type size. */
const leading = 1.35

function placeOf(size: PieceSize) {
  const { trim } = sheetOf(size)
  const { returnWindow, indicia } = addressSideOf(size)
  const left = returnWindow?.left ?? trim.left + postcardInset
  const top = returnWindow?.top ?? trim.top + postcardInset
  const width = returnWindow?.width ?? (indicia?.left ?? trim.width) - postcardInset - left
  const height = returnWindow?.height ?? indicia?.height ?? trim.height
  return { box: boxOf(left, top, width, height), returnWindow }
}

/** The area available for the sender's address. */
export const returnBoxOf = (size: PieceSize): Box => placeOf(size).box

/**
 * The sender's address: at the top left of a postcard's back, and in the window of a letter.
 * @param widestLineEms the width of the longest line in multiples of the type size, which shrinks until it fits
 */
export function returnBlockOf(size: PieceSize, lineCount: number, widestLineEms: number) {
  const { box, returnWindow } = placeOf(size)
  const { left, top, width, height } = box
  const largest = returnWindow ? typeInches.letter : typeInches.postcard
  const type = Math.min(largest, width / Math.max(1, widestLineEms), height / (Math.max(1, lineCount) * leading))
  return {
    lines: Array.from({ length: lineCount }, (_, line) =>
      boxOf(left, top + line * type * leading, width, type * leading),
    ),
    typeInches: type,
  }
}
