import { PDFDocument } from '@cantoo/pdf-lib'
import { gardenCampaign, recipients } from '@app/mail-piece/samples'
import { specimenToken } from '@app/mail-piece/merge-fields'
import { sampleCodes } from '@app/mail-piece/sample-codes'
import { printDpi } from '@app/mail-piece/formats'
import { pictureOf } from '../../src/check/page-picture.ts'
import { type TextLine, textLinesOf } from '../../src/check/text-lines.ts'
import type { PrintEngine } from '../../src/engine.ts'
import { type PieceSize, sheetOf } from '../../src/geometry/piece.ts'
import { type HouseTemplateId, houseTemplates } from '../../src/house/house-templates.ts'
import { readPages } from '../../test/read-pages.ts'
import type { Picture } from './site-screen.ts'

/** A side of a piece as it is printed and cut. */
export interface PrintSide {
  picture: Picture
  lines: TextLine[]
}

const postcard: HouseTemplateId[] = ['tmpl_spring_front', 'tmpl_spring_back']
const letter: HouseTemplateId[] = ['tmpl_planting_letter']

/** The sides of the piece that the house templates make for the recipient of the site's samples. */
export async function printSides(engine: PrintEngine, size: PieceSize): Promise<PrintSide[]> {
  const { pdf } = await engine.proof({
    size,
    sides: (size.startsWith('8') ? letter : postcard).map((id) => ({ html: houseTemplates[id].html, trusted: true })),
    values: recipients.dana.fields,
    asset: () => Promise.resolve(undefined),
    to: recipients.dana.to,
    from: gardenCampaign.from,
    imbDigits: sampleCodes.dana.imb,
    trackingToken: specimenToken,
  })
  const { left, top } = sheetOf(size).trim
  const lines = (await readPages(pdf, textLinesOf)).map((page) =>
    page.map((line) => ({ ...line, box: { ...line.box, left: line.box.left - left, top: line.box.top - top } })),
  )
  const pictures = await readPages(await cut(pdf), (page) => pictureOf(page, printDpi))
  return pictures.map((picture, index) => ({ picture, lines: lines[index] ?? [] }))
}

/** The file without its bleed. An eighth of an inch is no whole number of pixels, so a picture cannot be cut instead. */
async function cut(pdf: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  for (const page of document.getPages()) {
    const { x, y, width, height } = page.getTrimBox()
    page.setMediaBox(x, y, width, height)
    page.setCropBox(x, y, width, height)
  }
  return document.save()
}
