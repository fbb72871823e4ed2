import { PDFDict, type PDFDocument, PDFHexString, PDFName, type PDFPage, PDFStream, PDFString } from '@cantoo/pdf-lib'
import { createHash } from 'node:crypto'
import type { Sheet } from '../geometry/piece.ts'
import { pdfBox } from '../geometry/units.ts'
import type { PieceToFinish } from './piece-to-finish.ts'
import { srgbProfile } from './srgb-profile.ts'

export function setBoxes(page: PDFPage, sheet: Sheet): void {
  const set = (name: string, box: Sheet['page']) =>
    page.node.set(PDFName.of(name), page.doc.context.obj(pdfBox(box, sheet.page.height)))
  set('MediaBox', sheet.page)
  set('CropBox', sheet.page)
  set('BleedBox', sheet.bleed)
  set('TrimBox', sheet.trim)
}

/**
 * Says what the numbers of the art mean: browsers write sRGB, and nothing about it. Every page, group and pattern has
 * resources of its own, in which an RIP looks for it. Art that names a profile itself, and our black ink, are not touched.
 */
export function declareSourceColors({ context }: PDFDocument): void {
  const profile = context.stream(srgbProfile, { N: 3, Alternate: 'DeviceRGB' })
  const srgb = context.register(context.obj(['ICCBased', context.register(profile)]))
  for (const [, object] of context.enumerateIndirectObjects()) {
    const dictionary = object instanceof PDFStream ? object.dict : object
    if (!(dictionary instanceof PDFDict)) continue
    const resources = dictionary.lookup(PDFName.of('Resources'))
    if (!(resources instanceof PDFDict)) continue
    const spaces = resources.lookupMaybe(PDFName.of('ColorSpace'), PDFDict) ?? context.obj({})
    spaces.set(PDFName.of('DefaultRGB'), srgb)
    resources.set(PDFName.of('ColorSpace'), spaces)
  }
}

/**
 * The printing condition that the press converts to, by its name in the ICC's registry: US sheetfed offset on coated
 * paper. See decision 0196 for why its profile is not embedded.
 */
export function declareOutputIntent({ context, catalog }: PDFDocument): void {
  const intent = context.obj({
    Type: 'OutputIntent',
    S: 'GTS_PDFX',
    OutputConditionIdentifier: PDFString.of('CGATS TR 006'),
    OutputCondition: PDFString.of('GRACoL 2006 Coated 1'),
    RegistryName: PDFString.of('http://www.color.org'),
    Info: PDFString.of('GRACoL 2006 Coated 1 (CGATS TR 006)'),
  })
  catalog.set(PDFName.of('OutputIntents'), context.obj([context.register(intent)]))
}

/**
 * The art without the time at which the browser wrote it. The rest of a date has a maximum length because uploaded
 * images are part of the art, and one could be full of dates that never end.
 */
const withoutDates = (pdf: Uint8Array): string =>
  Buffer.from(pdf)
    .toString('latin1')
    .replaceAll(/\(D:\d{14}[^)]{0,10}\)/g, '')

/** The same piece has the same bytes: its identifier is made from its contents, and its dates are no dates. */
export function identify(document: PDFDocument, { size, art, overlay }: PieceToFinish): void {
  const hash = createHash('sha256').update(JSON.stringify([size, overlay, art.map(({ qrCodes }) => qrCodes)]))
  for (const { pdf } of art) hash.update(withoutDates(pdf))
  const id = PDFHexString.of(hash.digest('hex').slice(0, 32))
  document.context.trailerInfo.ID = document.context.obj([id, id])
  const noDate = new Date(0)
  document.setTitle('Mail piece')
  document.setProducer('print-engine')
  document.setCreator('print-engine')
  document.setCreationDate(noDate)
  document.setModificationDate(noDate)
}
