import { imbBarBoxes } from '@app/mail-piece/imb-bars'
import { encodeImb } from '../codes/imb-encode.ts'
import { encodeQr, qrBoxes } from '../codes/qr.ts'
import { addressBlockOf, addressSideOf, mostAddressLines, type PieceSize } from '../geometry/piece.ts'
import { returnBlockOf } from '../geometry/return-block.ts'
import { type Box, boxOf, grown } from '../geometry/units.ts'
import type { LaidOutPiece, QrPlaceholder } from '../layout/laid-out-piece.ts'
import { textEms } from './content.ts'
import type { Typeface, Typefaces } from './typeface.ts'

/** What we print on a piece, and no template can. */
export interface PieceOverlay {
  /** The recipient, as `fitAddress` sets it. */
  addressLines: string[]
  imbDigits: string
  /** The lines of the permit. Letters have none. */
  indicia: string[]
  returnLines: string[]
}

export interface PieceToFinish {
  size: PieceSize
  /** A postcard's front and back, or one document of two pages. One document of all pages of a letter. */
  art: LaidOutPiece[]
  overlay: PieceOverlay
}

interface OverlayText {
  text: string
  face: keyof Typefaces
  left: number
  baseline: number
  typeInches: number
}

/** What is drawn over the art of a page, in this order. Boxes are in inches from the top left corner of the page. */
export interface PageOverlay {
  /** Where no ink of the art remains. */
  ground: Box[]
  /** The bars and the modules of codes. */
  ink: Box[]
  /** The line around the permit, in its middle. */
  frame?: { box: Box; width: number }
  texts: OverlayText[]
}

/** The first line of type in a box that is as high as the line is set: as browsers do, the leading is halved. */
const baselineIn = ({ top, height }: Box, { font }: Typeface, typeInches: number): number => {
  const em = typeInches / font.unitsPerEm
  return top + (height - (font.ascent - font.descent) * em) / 2 + font.ascent * em
}

/** The light around the return address, so that it can be read on any art. */
const returnMargin = 1 / 16

function returnAddress({ size, overlay: { returnLines } }: PieceToFinish, { address }: Typefaces): PageOverlay {
  const ems = returnLines.map((line) => textEms(address, line))
  const { lines, typeInches } = returnBlockOf(size, returnLines.length, Math.max(0, ...ems))
  const [first] = lines
  if (!first) return { ground: [], ink: [], texts: [] }
  const block = boxOf(first.left, first.top, Math.max(...ems) * typeInches, lines.length * first.height)
  return {
    ground: [grown(block, returnMargin)],
    ink: [],
    texts: returnLines.map((text, row) => {
      const box = lines[row] ?? first
      return { text, face: 'address', left: box.left, baseline: baselineIn(box, address, typeInches), typeInches }
    }),
  }
}

function recipient({ size, overlay }: PieceToFinish, { address }: Typefaces): PageOverlay {
  // An address with more lines than there is room for is a finding of its own.
  const addressLines = overlay.addressLines.slice(0, mostAddressLines(size))
  const { barcode, lines, typeInches } = addressBlockOf(size, addressLines.length)
  return {
    ground: [addressSideOf(size).inkFree],
    ink: imbBarBoxes(encodeImb(overlay.imbDigits)).map((bar) => ({
      ...bar,
      left: bar.left + barcode.left,
      top: bar.top + barcode.top,
    })),
    texts: lines.map((box, row) => ({
      text: addressLines[row] ?? '',
      face: 'address',
      left: box.left,
      baseline: baselineIn(box, address, typeInches),
      typeInches,
    })),
  }
}

/** Inches, and multiples of the type size. */
const permitType = { typeInches: 0.095, leading: 1.3, padding: 0.06, frame: 0.012 }

function permit({ size, overlay: { indicia } }: PieceToFinish, { permit }: Typefaces): PageOverlay {
  const box = addressSideOf(size).indicia
  if (!box || indicia.length === 0) return { ground: [], ink: [], texts: [] }
  const { leading, padding, frame } = permitType
  const lines = indicia.map((line) => line.toUpperCase())
  const ems = lines.map((line) => textEms(permit, line))
  const room = grown(box, -padding)
  const typeInches = Math.min(
    permitType.typeInches,
    room.width / Math.max(...ems),
    (box.height - 2 * padding - 2 * frame) / (lines.length * leading),
  )
  return {
    ground: [box],
    ink: [],
    frame: { box: grown(box, -frame / 2), width: frame },
    texts: lines.map((text, row) => {
      const line = boxOf(box.left, box.top + frame + padding + row * typeInches * leading, 0, typeInches * leading)
      const left = box.left + (box.width - (ems[row] ?? 0) * typeInches) / 2
      return { text, face: 'permit', left, baseline: baselineIn(line, permit, typeInches), typeInches }
    }),
  }
}

/** The largest square in the middle of the box that the template gave to a code. */
export function qrSquare({ left, top, width, height }: Box): Box {
  const side = Math.min(width, height)
  return boxOf(left + (width - side) / 2, top + (height - side) / 2, side, side)
}

const qrCode = ({ box, url }: QrPlaceholder): PageOverlay => {
  const square = qrSquare(box)
  return { ground: [square], ink: qrBoxes(encodeQr(url), square.left, square.top, square.width), texts: [] }
}

/** The codes of a page of the print file: which page of which document it is made from is said by the caller. */
export function pageOverlay(
  piece: PieceToFinish,
  page: number,
  qrCodes: readonly QrPlaceholder[],
  faces: Typefaces,
): PageOverlay {
  const isAddressSide = page === addressSideOf(piece.size).page
  const parts = [
    ...(isAddressSide ? [recipient(piece, faces), permit(piece, faces), returnAddress(piece, faces)] : []),
    ...qrCodes.map(qrCode),
  ]
  const frame = parts.find((part) => part.frame)?.frame
  return {
    ground: parts.flatMap(({ ground }) => ground),
    ink: parts.flatMap(({ ink }) => ink),
    ...(frame && { frame }),
    texts: parts.flatMap(({ texts }) => texts),
  }
}
