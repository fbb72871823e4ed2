import { PDFDocument, type PDFPage, rgb } from '@cantoo/pdf-lib'
import { isPostcard } from '../src/finish/source-pages.ts'
import { type Box, type LaidOutPiece, pdfBox, type PieceSize, type PieceToFinish, sheetOf } from '../src/index.ts'

/** Draws the art of a page. Boxes are in inches from the top left corner of the page. */
export type Art = (page: PDFPage, document: PDFDocument) => void | Promise<void>

/** Fills a box with a color whose parts are 0 to 1. */
export function fill(page: PDFPage, box: Box, [red, green, blue]: readonly [number, number, number]): void {
  const [x, y, right, top] = pdfBox(box, page.getHeight() / 72)
  page.drawRectangle({ x, y, width: right - x, height: top - y, color: rgb(red, green, blue) })
}

/** A laid-out document whose pages are drawn by these functions. */
export async function artOf(size: PieceSize, ...pages: Art[]): Promise<LaidOutPiece> {
  const document = await PDFDocument.create({ updateMetadata: false })
  const { width, height } = sheetOf(size).page
  for (const draw of pages) await draw(document.addPage([width * 72, height * 72]), document)
  return { pdf: await document.save({ useObjectStreams: false }), qrCodes: [], clipped: [] }
}

export const imbDigits = '0030090000019900104274104019918'

export const overlay: PieceToFinish['overlay'] = {
  addressLines: ['DANA SAMPLE', '1418 CEDAR LN APT 2', 'TULSA OK\u00a0\u00a074104-0199'],
  imbDigits,
  indicia: ['First-Class Mail', 'U.S. Postage Paid', 'Reno NV', 'Permit No. 199'],
  returnLines: ['YOUR GARDEN CENTER', '400 EXAMPLE AVE', 'RENO NV\u00a0\u00a089509'],
}

/** A piece of this size with these pages: two documents for a postcard, and one for a letter. */
export async function pieceOf(size: PieceSize, ...pages: Art[]): Promise<PieceToFinish> {
  const art = isPostcard(size) ? pages.map((page) => artOf(size, page)) : [artOf(size, ...pages)]
  return { size, art: await Promise.all(art), overlay: isPostcard(size) ? overlay : { ...overlay, indicia: [] } }
}
