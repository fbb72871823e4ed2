import { findImbs } from '../src/codes/imb-find.ts'
import { grayOf, pictureOf } from '../src/check/page-picture.ts'
import { finishPiece } from '../src/finish/finish.ts'
import type { PieceSize } from '../src/geometry/piece.ts'
import { filled, pieceOf } from './pieces.ts'
import { readPages } from './read-pages.ts'

/** A print file of this size with a barcode and this many pages. */
export async function printFile(size: PieceSize, imbDigits: string, pages = 2): Promise<Uint8Array> {
  const sky = filled({ left: 0, top: 0, width: 2, height: 0.3 }, [0.8, 0.9, 1])
  const piece = await pieceOf(size, ...Array.from({ length: pages }, () => sky))
  return (await finishPiece({ ...piece, overlay: { ...piece.overlay, imbDigits } })).pdf
}

/** Every barcode that can be read from the page images of a PDF, with its page number, starting at 1. */
export async function barcodesIn(pdf: Uint8Array): Promise<{ page: number; digits: string }[]> {
  const pages = await readPages(pdf, (page, index) =>
    findImbs(grayOf(pictureOf(page, 150))).map(({ digits }) => ({ page: index + 1, digits })),
  )
  return pages.flat()
}
