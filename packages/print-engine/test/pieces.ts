import {
  concatTransformationMatrix,
  drawObject,
  PDFDocument,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  rgb,
} from '@cantoo/pdf-lib'
import { deflateSync } from 'node:zlib'
import { textLine, type TextPlace } from '../src/finish/content.ts'
import { finishPiece } from '../src/finish/finish.ts'
import { loadedTypefaces } from '../src/finish/typeface.ts'
import { checkPiece, type PieceToCheck } from '../src/check/check-piece.ts'
import { inkTableOf } from '../src/check/press-inks.ts'
import { gracol } from '../src/finish/press-profile.ts'
import type { PieceToFinish } from '../src/finish/piece-to-finish.ts'
import { isPostcard, type PieceSize, sheetOf } from '../src/geometry/piece.ts'
import { type Box, pdfBox, points } from '../src/geometry/units.ts'
import type { LaidOutPiece } from '../src/layout/laid-out-piece.ts'

/** Draws the art of a page. Boxes are in inches from the top left corner of the page. */
export type Art = (page: PDFPage, document: PDFDocument) => void | Promise<void>
export type Color = readonly [red: number, green: number, blue: number]

const { address: typeface } = await loadedTypefaces()

/** Several pieces of art, the last one on top. */
export const together =
  (...arts: Art[]): Art =>
  async (page, document) => {
    for (const art of arts) await art(page, document)
  }

const heightOf = (page: PDFPage) => page.getHeight() / points(1)

/** Fills a box with a color whose components are 0 to 1. */
export const filled =
  (box: Box, [red, green, blue]: Color): Art =>
  (page) => {
    const [x, y, right, top] = pdfBox(box, heightOf(page))
    page.drawRectangle({ x, y, width: right - x, height: top - y, color: rgb(red, green, blue) })
  }

/** A line of text in an embedded font. */
export const written =
  (text: string, place: TextPlace, color = '0 0 0 rg'): Art =>
  (page, document) => {
    page.node.normalize()
    const key = page.node.newFontDictionary('Art', typeface.latin.embed(document))
    const content = `q ${color} ${textLine(text, { typeface, cut: typeface.latin, key }, place, heightOf(page))} Q`
    page.node.addContentStream(document.context.register(document.context.flateStream(content)))
  }

/** Draws these pixels, with one or three components each, over a box. */
const imageOf =
  (box: Box, [width, height]: readonly [number, number], pixels: Uint8Array): Art =>
  (page, { context }) => {
    page.node.normalize()
    const dictionary = {
      Type: 'XObject',
      Subtype: 'Image',
      Width: width,
      Height: height,
      ColorSpace: pixels.length === width * height ? 'DeviceGray' : 'DeviceRGB',
      BitsPerComponent: 8,
      Filter: 'FlateDecode',
    }
    const key = page.node.newXObject('Image', context.register(context.stream(deflateSync(pixels), dictionary)))
    const [x, y, right, top] = pdfBox(box, heightOf(page))
    page.pushOperators(
      pushGraphicsState(),
      concatTransformationMatrix(right - x, 0, 0, top - y, x, y),
      drawObject(key),
      popGraphicsState(),
    )
  }

/** An image with this many gray pixels, stretched over a box. */
export const image = (box: Box, size: readonly [number, number], gray = 120): Art =>
  imageOf(box, size, new Uint8Array(size[0] * size[1]).fill(gray))

/** An image with this many pixels, whose components are 0 to 255. `parts` is repeated as needed. */
export const colorImage = (box: Box, size: readonly [number, number], parts: ArrayLike<number>): Art =>
  imageOf(
    box,
    size,
    Uint8Array.from({ length: size[0] * size[1] * 3 }, (_, part) => parts[part % parts.length] ?? 0),
  )

/** Draws with these PDF operators, in points from the bottom left corner. */
export const drawn =
  (operators: string): Art =>
  (page) => {
    page.node.normalize()
    page.node.addContentStream(page.doc.context.register(page.doc.context.flateStream(`q ${operators} Q`)))
  }

/** An image of 540,000 pixels with every value of every color component, covering a 4.25 x 6 card. */
export const photograph: Art = imageOf(
  sheetOf('4.25x6').page,
  [900, 600],
  Uint8Array.from({ length: 900 * 600 * 3 }, (_, n) => ((n % 2700) * (1 + (n % 3))) / 11 + n / 2700),
)

/** A laid-out document without findings by the browser. */
export const plainArt = (pdf: Uint8Array): LaidOutPiece => ({
  pdf,
  qrCodes: [],
  clipped: [],
  missing: [],
  imitated: [],
  refusedFonts: [],
})

/** A laid-out document whose pages are drawn by these functions. */
export async function artOf(size: PieceSize, ...pages: Art[]): Promise<LaidOutPiece> {
  const document = await PDFDocument.create({ updateMetadata: false })
  const { width, height } = sheetOf(size).page
  for (const draw of pages) await draw(document.addPage([points(width), points(height)]), document)
  return plainArt(await document.save({ useObjectStreams: false, addDefaultPage: false }))
}

const imbDigits = '0030090000019900104274104019918'

export const overlay: PieceToFinish['overlay'] = {
  addressLines: ['DANA SAMPLE', '1418 CEDAR LN APT 2', 'TULSA OK\u00a0\u00a074104-0199'],
  imbDigits,
  indicia: ['First-Class Mail', 'U.S. Postage Paid', 'Lancaster PA', 'Permit No. 199'],
  returnLines: ['YOUR GARDEN CENTER', '400 EXAMPLE AVE', 'RENO NV\u00a0\u00a089509'],
}

/** A piece of this size with these pages: two documents for a postcard, and one for a letter. */
export async function pieceOf(size: PieceSize, ...pages: Art[]): Promise<PieceToFinish> {
  const art = isPostcard(size) ? pages.map((page) => artOf(size, page)) : [artOf(size, ...pages)]
  const own = isPostcard(size) ? overlay : { ...overlay, indicia: [] }
  return { size, art: await Promise.all(art), overlay: own, fontNames: ['JetBrainsMono-Regular'] }
}

/** A change to the print file after it was finished. */
export type Tampering = (document: PDFDocument) => void | Promise<void>

async function tampered(pdf: Uint8Array, tamper: Tampering): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  await tamper(document)
  return document.save({ useObjectStreams: false, addDefaultPage: false })
}

const inks = inkTableOf(gracol)

/** Finishes a piece and checks its print file. */
export async function proofOf(piece: PieceToFinish, tamper?: Tampering, changes: Partial<PieceToCheck> = {}) {
  const { pdf, sourceFacts } = await finishPiece(piece)
  const printFile = tamper ? await tampered(pdf, tamper) : pdf
  return checkPiece({ ...piece, pdf: printFile, sourceFacts, addressFindings: [], ...changes }, await inks)
}
