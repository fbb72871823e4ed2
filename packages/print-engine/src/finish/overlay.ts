import { imbBarBoxes } from '@app/mail-piece/imb-bars'
import { encodeImb } from '../codes/imb-encode.ts'
import { encodeQr, qrBoxes } from '../codes/qr.ts'
import { addressBlockOf, addressSideOf, maxAddressLines } from '../geometry/piece.ts'
import { returnBlockOf } from '../geometry/return-block.ts'
import { type Box, boxOf, grown } from '../geometry/units.ts'
import type { QrPlaceholder } from '../layout/laid-out-piece.ts'
import { textEms } from './content.ts'
import { groundsOf, qrSquare } from './ground.ts'
import type { PieceToFinish } from './piece-to-finish.ts'
import type { Typeface, Typefaces } from './typeface.ts'

interface OverlayText {
  text: string
  face: keyof Typefaces
  left: number
  baseline: number
  typeInches: number
}

/**
 * The shapes and text drawn over the art of a page, in this order. Boxes are in inches from the page's top left corner.
 */
export interface PageOverlay {
  /** Areas cleared of the art's ink. */
  ground: Box[]
  /** The bars and modules of codes. */
  ink: Box[]
  /** The border around the permit, measured to its center. */
  frame?: { box: Box; width: number }
  texts: OverlayText[]
}

type Drawing = Partial<Omit<PageOverlay, 'ground'>>

/**
 * The baseline of the first line in a box that is as tall as the line. As in browsers, half of the leading is above the
 * type.
 */
const baselineIn = ({ top, height }: Box, { font }: Typeface, typeInches: number): number => {
  const em = typeInches / font.unitsPerEm
  return top + (height - (font.ascent - font.descent) * em) / 2 + font.ascent * em
}

/** The lines of an address, in their boxes. */
const addressTexts = (
  texts: readonly string[],
  { lines, typeInches }: { lines: readonly Box[]; typeInches: number },
  { address }: Typefaces,
): OverlayText[] =>
  lines.map((box, row) => ({
    text: texts[row] ?? '',
    face: 'address',
    left: box.left,
    baseline: baselineIn(box, address, typeInches),
    typeInches,
  }))

function returnAddress({ size, overlay: { returnLines } }: PieceToFinish, faces: Typefaces): Drawing {
  const ems = returnLines.map((line) => textEms(faces.address, line))
  const block = returnBlockOf(size, returnLines.length, Math.max(0, ...ems))
  return { texts: addressTexts(returnLines, block, faces) }
}

function recipient({ size, overlay }: PieceToFinish, faces: Typefaces): Drawing {
  // An address with too many lines has its own finding.
  const addressLines = overlay.addressLines.slice(0, maxAddressLines(size))
  const block = addressBlockOf(size, addressLines.length)
  return {
    ink: imbBarBoxes(encodeImb(overlay.imbDigits)).map((bar) => ({
      ...bar,
      left: bar.left + block.barcode.left,
      top: bar.top + block.barcode.top,
    })),
    texts: addressTexts(addressLines, block, faces),
  }
}

/** Inches, and multiples of the type size. */
const permitType = { typeInches: 0.095, leading: 1.3, padding: 0.06, frame: 0.0105 }

function permit({ size, overlay: { indicia } }: PieceToFinish, { permit }: Typefaces): Drawing {
  const box = addressSideOf(size).indicia
  if (!box || indicia.length === 0) return {}
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
    frame: { box: grown(box, -frame / 2), width: frame },
    texts: lines.map((text, row) => {
      const line = boxOf(box.left, box.top + frame + padding + row * typeInches * leading, 0, typeInches * leading)
      const left = box.left + (box.width - (ems[row] ?? 0) * typeInches) / 2
      return { text, face: 'permit', left, baseline: baselineIn(line, permit, typeInches), typeInches }
    }),
  }
}

const qrCode = ({ box, url }: QrPlaceholder): Drawing => {
  const { left, top, width } = qrSquare(box)
  return { ink: qrBoxes(encodeQr(url), left, top, width) }
}

/** The overlay of a page, with the QR codes that its art leaves room for. */
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
    ground: groundsOf(piece, page, qrCodes, faces).map(({ box }) => box),
    ink: parts.flatMap(({ ink = [] }) => ink),
    ...(frame && { frame }),
    texts: parts.flatMap(({ texts = [] }) => texts),
  }
}
