import { bleedOf, type PieceSize } from '../geometry/piece.ts'
import type { ClippedText, LaidOutPiece, QrPlaceholder } from '../layout/laid-out-piece.ts'

/** A page of the print file: which page of which laid-out document it is made from, both from 0. */
export interface SourcePage {
  document: number
  page: number
}

const sidesOfPostcard = 2

export const isPostcard = (size: PieceSize): boolean => bleedOf(size) > 0

/**
 * The pages of a piece in their order. A front and a back are the first pages of their documents: a second page does not
 * push the back away, and is a finding.
 * @param pageCounts how many pages each document has.
 */
export function sourcePages(size: PieceSize, pageCounts: readonly number[]): SourcePage[] {
  const all = pageCounts.flatMap((count, document) => Array.from({ length: count }, (_, page) => ({ document, page })))
  if (pageCounts.length > 1) return all.filter(({ page }) => page === 0)
  return isPostcard(size) ? all.slice(0, sidesOfPostcard) : all
}

const of = <Found extends { page: number }>(found: readonly Found[] | undefined, { page }: SourcePage) =>
  (found ?? []).filter((entry) => entry.page === page + 1)

export const qrCodesOf = (art: readonly LaidOutPiece[], source: SourcePage): QrPlaceholder[] =>
  of(art[source.document]?.qrCodes, source)
export const clippedTextOf = (art: readonly LaidOutPiece[], source: SourcePage): ClippedText[] =>
  of(art[source.document]?.clipped, source)
