import type { Box } from '../geometry/units.ts'
import type { TemplateOwner } from './turns.ts'

interface Placed {
  /** From 1, in the document of this side. */
  page: number
  box: Box
}

/** A square that the template keeps free for a QR code, its quiet zone included. */
export interface QrPlaceholder extends Placed {
  /** The address that the code opens. */
  url: string
}

/** Text that the browser did not show whole: cut off by its box, running out of it, or printed over other text. */
interface ClippedText extends Placed {
  text: string
  kind: 'clipped' | 'overflows'
}

/** Characters that no font has, next to each other. Nothing, or a hollow box, is drawn in their place. */
export interface MissingCharacters extends Placed {
  text: string
}

/** Text in a weight or a style that its font has no file for: the browser thickened or slanted another one. */
interface ImitatedText extends Placed {
  text: string
  family: string
  kind: 'bold' | 'italic'
}

/** A template with its values, as the browser gets it: one side of a postcard, both sides of one, or all pages of a letter. */
export interface PieceDocument {
  html: string
  /** True when the layout depends on the size of the window. */
  usesViewport: boolean
  owner: TemplateOwner
}

/** A document after layout. */
export interface LaidOutPiece {
  pdf: Uint8Array
  qrCodes: QrPlaceholder[]
  clipped: ClippedText[]
  missing: MissingCharacters[]
  imitated: ImitatedText[]
  /** Families whose font files the browser did not take. */
  refusedFonts: string[]
}

/** The result of `page/measure.ts`. */
export type Measured = Omit<LaidOutPiece, 'pdf'>
