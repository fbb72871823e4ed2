import type { PieceSize } from '../geometry/piece.ts'
import type { LaidOutPiece } from '../layout/laid-out-piece.ts'

/** The parts of a piece that only we print. */
interface PieceOverlay {
  /** The recipient, as set by `fitAddress`. */
  addressLines: string[]
  imbDigits: string
  /** The lines of the permit imprint. Empty for letters. */
  indicia: string[]
  returnLines: string[]
}

export interface PieceToFinish {
  size: PieceSize
  /** For a postcard, its front and back, or one document of two pages. For a letter, one document of all pages. */
  art: LaidOutPiece[]
  overlay: PieceOverlay
  /** Names of the fonts used in the art. Any other font was the browser's choice. */
  fontNames: string[]
}
