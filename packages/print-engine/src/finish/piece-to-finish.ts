import type { PieceSize } from '../geometry/piece.ts'
import type { LaidOutPiece } from '../layout/laid-out-piece.ts'

/** The parts of a piece that we print and no template can. */
interface PieceOverlay {
  /** The recipient, as `fitAddress` sets it. */
  addressLines: string[]
  imbDigits: string
  /** The lines of the permit. Empty for letters. */
  indicia: string[]
  returnLines: string[]
}

export interface PieceToFinish {
  size: PieceSize
  /** A postcard's front and back, or one document of two pages. One document of all pages of a letter. */
  art: LaidOutPiece[]
  overlay: PieceOverlay
  /** Names of the fonts that the art is set in. Any other was chosen by the browser. */
  fontNames: string[]
}
