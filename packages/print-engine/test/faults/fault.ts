import type { PieceToCheck } from '../../src/check/check-piece.ts'
import type { PrintFindingCode } from '../../src/findings.ts'
import type { PieceToFinish } from '../../src/finish/piece-to-finish.ts'
import { type PieceSize, sheetOf } from '../../src/geometry/piece.ts'
import { type Box, boxOf } from '../../src/geometry/units.ts'
import { type Art, filled, image, pieceOf, type Tampering, together, written } from '../pieces.ts'

/** A planted fault, and the finding that the checks must report. */
export interface Fault {
  name: string
  code: PrintFindingCode
  /** Absent for a fault of the whole piece. */
  page?: number
  /** Its place, apart from the other faults of the page. Absent for a fault without a place. */
  box?: Box
  /** Part of the text of the finding. */
  detail?: string
}

/** A good piece with planted faults, none of which hides another. */
export interface FaultyPiece {
  name: string
  faults: readonly Fault[]
  piece: () => Promise<PieceToFinish>
  /** Changes the print file after it was finished. */
  tamper?: Tampering
  /** Inputs of the checks that differ from those that made the file. */
  changes?: () => Promise<Partial<PieceToCheck>>
}

/** A fault that is drawn. */
export interface DrawnFault extends Fault {
  art: Art
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
/** The text of a letter, below the windows and away from the folds. */
export const goodPage: Art = together(text('Dear Dana,', 0.7, 3.4), text('See you in the garden.', 0.7, 5.2))

export const card =
  (front: Art, back: Art = goodBack, size: PieceSize = '4.25x6') =>
  () =>
    pieceOf(size, together(goodFront(size), front), together(goodBack, back))

/** A fault on a page, from art that fills its box. */
export const faultAt =
  (page: number) =>
  (name: string, code: PrintFindingCode, box: Box, art: Art): DrawnFault => ({ name, code, page, box, art })

/** A fault on a page, from a text. */
export const textFaultAt =
  (page: number) =>
  (
    name: string,
    code: PrintFindingCode,
    words: string,
    left: number,
    baseline: number,
    typeInches = 0.15,
    color = '0 0 0 rg',
  ): DrawnFault => ({
    name,
    code,
    page,
    box: boxOf(left, baseline - typeInches, words.length * typeInches * 0.6, typeInches),
    art: written(words, { left, baseline, typeInches }, color),
  })

/** A fault on top of other art. */
export const on = (ground: Art, fault: DrawnFault): DrawnFault => ({ ...fault, art: together(ground, fault.art) })

/** The art of all faults on a page. */
export const drawnOn = (page: number, faults: readonly DrawnFault[]): Art =>
  together(...faults.filter((fault) => fault.page === page).map(({ art }) => art))

/** Draws on a page of the print file, above everything else. */
export const over =
  (page: number, art: Art): Tampering =>
  (document) =>
    art(document.getPage(page - 1), document)
