import type { Box } from '../geometry/units.ts'
import type { TemplateOwner } from './turns.ts'

interface Placed {
  /** From 1, within the document of this side. */
  page: number
  box: Box
}

/** A square that the template reserves for a QR code, including its quiet zone. */
export interface QrPlaceholder extends Placed {
  /** The address that the code opens. */
  url: string
}

/** Text that is not fully visible: clipped by its box, overflowing it, or printed over other text. */
interface ClippedText extends Placed {
  text: string
  kind: 'clipped' | 'overflows'
}

/** Adjacent characters that no font has. Nothing, or a hollow box, is drawn in their place. */
export interface MissingCharacters extends Placed {
  text: string
}

/**
 * Text in a weight or style that its font has no file for: the browser synthesized it by thickening or slanting another
 * one.
 */
interface ImitatedText extends Placed {
  text: string
  family: string
  kind: 'bold' | 'italic'
}

/**
 * A template with its values, as passed to the browser: one side of a postcard, both sides, or all pages of a letter.
 */
export interface PieceDocument {
  html: string
  /** True if the layout depends on the window size. */
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
  /** Families whose font files the browser rejected. */
  refusedFonts: string[]
}

/** The result of `page/measure.ts`. */
export type Measured = Omit<LaidOutPiece, 'pdf'>
