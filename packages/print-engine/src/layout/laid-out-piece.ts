import type { Box } from '../geometry/units.ts'

/** A square that the template keeps free for a QR code, its quiet zone included. */
export interface QrPlaceholder {
  /** From 1, in the document of this side. */
  page: number
  box: Box
  /** The address that the code opens. */
  url: string
}

/** Text that the browser did not show whole: cut off by its box, running out of it, or printed over other text. */
export interface ClippedText {
  /** From 1, in the document of this side. */
  page: number
  box: Box
  text: string
  kind: 'clipped' | 'overflows'
}

/** A template with its values, as the browser gets it: one side of a postcard, both sides of one, or all pages of a letter. */
export interface PieceDocument {
  html: string
  /** True when the layout depends on the size of the window. */
  usesViewport: boolean
}

/** A document after layout. */
export interface LaidOutPiece {
  pdf: Uint8Array
  qrCodes: QrPlaceholder[]
  clipped: ClippedText[]
}
