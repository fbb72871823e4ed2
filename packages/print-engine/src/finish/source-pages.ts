import { isPostcard, type PieceSize } from '../geometry/piece.ts'
import type { LaidOutPiece } from '../layout/laid-out-piece.ts'

/** The source of a print file page: the index of the laid-out document, and of the page in it. Both from 0. */
export interface SourcePage {
  document: number
  page: number
}

/** A postcard has two sides. A letter has up to six sheets, printed on both sides. */
export const maxPagesOf = (size: PieceSize): number => (isPostcard(size) ? 2 : 12)

/**
 * The pages of a piece, in order. With a front and a back, each is the first page of its document. Pages beyond the
 * limit are left out of the print file and cause a finding.
 * @param pageCounts the number of pages of each document
 */
export function sourcePages(size: PieceSize, pageCounts: readonly number[]): SourcePage[] {
  const all = pageCounts.flatMap((count, document) => Array.from({ length: count }, (_, page) => ({ document, page })))
  if (pageCounts.length > 1) return all.filter(({ page }) => page === 0)
  return all.slice(0, maxPagesOf(size))
}

/** The browser's measurements of a page of the art. */
export function foundOn(art: readonly LaidOutPiece[], { document, page }: SourcePage) {
  const found = art[document]
  const onPage = <Found extends { page: number }>(all: readonly Found[] = []) =>
    all.filter((one) => one.page === page + 1)
  return {
    qrCodes: onPage(found?.qrCodes),
    clipped: onPage(found?.clipped),
    missing: onPage(found?.missing),
    imitated: onPage(found?.imitated),
  }
}
