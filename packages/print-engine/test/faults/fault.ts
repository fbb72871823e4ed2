import type { PieceToCheck } from '../../src/check/check-piece.ts'
import type { PrintFindingCode } from '../../src/findings.ts'
import type { PieceToFinish } from '../../src/finish/piece-to-finish.ts'
import { type PieceSize, sheetOf } from '../../src/geometry/piece.ts'
import { boxOf } from '../../src/geometry/units.ts'
import { type Art, filled, image, pieceOf, type Tampering, together, written } from '../pieces.ts'

/** A good piece with one mistake in it. */
export interface Fault {
  name: string
  /** What the checks have to find, and nothing else. */
  codes: readonly PrintFindingCode[]
  page?: number
  /** Part of the words of the first finding. */
  detail?: string
  piece: () => Promise<PieceToFinish>
  /** What happens to the print file after it was finished. */
  tamper?: Tampering
  /** What the checks are told differently than the file was made. */
  changes?: () => Promise<Partial<PieceToCheck>>
}

export const blue = [0.7, 0.85, 1] as const
export const black = [0, 0, 0] as const
export const white = [1, 1, 1] as const
export const nothing: Art = () => undefined

export const text = (words: string, left: number, baseline: number, typeInches = 0.15): Art =>
  written(words, { left, baseline, typeInches })

/** Art that reaches the bleed, with text and a sharp image. */
export const goodFront = (size: PieceSize): Art =>
  together(
    filled(sheetOf(size).page, blue),
    text('A good headline', 0.5, 0.9, 0.3),
    image(boxOf(1, 2, 1, 1), [300, 300]),
  )
/** A message to the left of the ink-free zone. */
export const goodBack: Art = together(text('Your plan is ready.', 0.4, 2.2), text('Scan for the list.', 0.4, 2.5))
/** The text of a letter, below the windows and off the folds. */
export const goodPage: Art = together(text('Dear Dana,', 0.7, 3.4), text('See you in the garden.', 0.7, 5.2))

export const card =
  (front: Art, back: Art = goodBack, size: PieceSize = '4.25x6') =>
  () =>
    pieceOf(size, together(goodFront(size), front), together(goodBack, back))
export const good = card(nothing, nothing)
export const letter =
  (page: Art, size: PieceSize = '8.5x11') =>
  () =>
    pieceOf(size, together(goodPage, page))

/** Draws on a page of the print file, above everything else. */
export const over =
  (page: number, art: Art): Tampering =>
  (document) =>
    art(document.getPage(page - 1), document)
