import { bleedOf, type PieceSize } from '../geometry/piece.ts'
import type {
  ClippedText,
  ImitatedText,
  LaidOutPiece,
  MissingCharacters,
  QrPlaceholder,
} from '../layout/laid-out-piece.ts'

/** A page of the print file: which page of which laid-out document it is made from, both from 0. */
export interface SourcePage {
  document: number
  page: number
}

export const isPostcard = (size: PieceSize): boolean => bleedOf(size) > 0

/** A postcard has two sides. A letter has up to six sheets, printed on both sides. */
export const maxPagesOf = (size: PieceSize): number => (isPostcard(size) ? 2 : 12)

/**
 * The pages of a piece in order. With a front and a back, each is the first page of its document. Pages beyond the limit
 * are left out of the print file and cause a finding.
 * @param pageCounts the number of pages of each document.
 */
export function sourcePages(size: PieceSize, pageCounts: readonly number[]): SourcePage[] {
  const all = pageCounts.flatMap((count, document) => Array.from({ length: count }, (_, page) => ({ document, page })))
  if (pageCounts.length > 1) return all.filter(({ page }) => page === 0)
  return all.slice(0, maxPagesOf(size))
}

const of = <Found extends { page: number }>(found: readonly Found[] | undefined, { page }: SourcePage) =>
  (found ?? []).filter((entry) => entry.page === page + 1)

export const qrCodesOf = (art: readonly LaidOutPiece[], source: SourcePage): QrPlaceholder[] =>
  of(art[source.document]?.qrCodes, source)
export const missingCharactersOf = (art: readonly LaidOutPiece[], source: SourcePage): MissingCharacters[] =>
  of(art[source.document]?.missing, source)
export const imitatedTextOf = (art: readonly LaidOutPiece[], source: SourcePage): ImitatedText[] =>
  of(art[source.document]?.imitated, source)
export const clippedTextOf = (art: readonly LaidOutPiece[], source: SourcePage): ClippedText[] =>
  of(art[source.document]?.clipped, source)
