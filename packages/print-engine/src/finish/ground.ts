import { addressSideOf } from '../geometry/piece.ts'
import { returnBlockOf } from '../geometry/return-block.ts'
import { type Box, boxOf, grown } from '../geometry/units.ts'
import type { QrPlaceholder } from '../layout/laid-out-piece.ts'
import { textEms } from './content.ts'
import type { PieceToFinish } from './piece-to-finish.ts'
import type { Typefaces } from './typeface.ts'

/** A part of a page that is cleared of the art's ink, because we print on it. */
export interface Ground {
  kind: 'recipient' | 'permit' | 'return address' | 'QR code'
  box: Box
}

/** The white margin around the return address, which keeps it legible on any art. */
const returnMargin = 1 / 16

function returnGround({ size, overlay: { returnLines } }: PieceToFinish, { address }: Typefaces): Ground[] {
  const ems = Math.max(0, ...returnLines.map((line) => textEms(address, line)))
  const { lines, typeInches } = returnBlockOf(size, returnLines.length, ems)
  const [first] = lines
  if (!first) return []
  const block = boxOf(first.left, first.top, ems * typeInches, lines.length * first.height)
  return [{ kind: 'return address', box: grown(block, returnMargin) }]
}

/** The largest centered square in the template's box for a code. */
export function qrSquare({ left, top, width, height }: Box): Box {
  const side = Math.min(width, height)
  return boxOf(left + (width - side) / 2, top + (height - side) / 2, side, side)
}

/** The areas of a page that we print on. */
export function groundsOf(
  piece: PieceToFinish,
  page: number,
  qrCodes: readonly QrPlaceholder[],
  faces: Typefaces,
): Ground[] {
  const { page: addressPage, inkFree, indicia } = addressSideOf(piece.size)
  const codes = qrCodes.map(({ box }): Ground => ({ kind: 'QR code', box: qrSquare(box) }))
  if (page !== addressPage) return codes
  const permit: Ground[] = indicia && piece.overlay.indicia.length > 0 ? [{ kind: 'permit', box: indicia }] : []
  return [{ kind: 'recipient', box: inkFree }, ...permit, ...returnGround(piece, faces), ...codes]
}
