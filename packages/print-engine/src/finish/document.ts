import { PDFDict, type PDFDocument, PDFHexString, PDFName, type PDFPage, PDFStream, PDFString } from '@cantoo/pdf-lib'
import { createHash } from 'node:crypto'
import type { Sheet } from '../geometry/piece.ts'
import { pdfBox } from '../geometry/units.ts'
import type { PieceToFinish } from './piece-to-finish.ts'
import { type PressProfile, srgb } from './press-profile.ts'

export function setBoxes({ node, doc }: PDFPage, { page, trim }: Sheet): void {
  const boxes = { MediaBox: page, CropBox: page, BleedBox: page, TrimBox: trim }
  for (const [name, box] of Object.entries(boxes)) node.set(PDFName.of(name), doc.context.obj(pdfBox(box, page.height)))
}

/**
 * Declares the color space of the art, which browsers write in sRGB without declaring it. Every page, group, and
 * pattern has its own resources, from which an RIP reads it. Leaves art that names a profile itself and our black ink
 * unchanged.
 */
export function declareSourceColors({ context }: PDFDocument): void {
  const profile = context.stream(srgb, { N: 3, Alternate: 'DeviceRGB' })
  const space = context.register(context.obj(['ICCBased', context.register(profile)]))
  for (const [, object] of context.enumerateIndirectObjects()) {
    const dictionary = object instanceof PDFStream ? object.dict : object
    if (!(dictionary instanceof PDFDict)) continue
    const resources = dictionary.lookup(PDFName.of('Resources'))
    if (!(resources instanceof PDFDict)) continue
    const spaces = resources.lookupMaybe(PDFName.of('ColorSpace'), PDFDict) ?? context.obj({})
    spaces.set(PDFName.of('DefaultRGB'), space)
    resources.set(PDFName.of('ColorSpace'), spaces)
  }
}

/**
 * Declares the printing condition that the press converts to. The profile is embedded, so that the press can reproduce
 * the intended colors on any paper.
 */
export function declareOutputIntent(
  { context, catalog }: PDFDocument,
  { deflated, name, registered }: PressProfile,
): void {
  const intent = context.obj({
    Type: 'OutputIntent',
    S: 'GTS_PDFX',
    OutputConditionIdentifier: PDFString.of(registered ?? 'Custom'),
    Info: PDFHexString.fromText(name),
    ...(registered && { RegistryName: PDFString.of('http://www.color.org') }),
    DestOutputProfile: context.register(
      context.stream(deflated, { N: 4, Alternate: 'DeviceCMYK', Filter: 'FlateDecode' }),
    ),
  })
  catalog.set(PDFName.of('OutputIntents'), context.obj([context.register(intent)]))
}

/**
 * The art without the browser's timestamps. The pattern limits the length of a date, because uploaded images are part
 * of the art, and one could be full of unterminated dates.
 */
const withoutDates = (pdf: Uint8Array): string =>
  Buffer.from(pdf)
    .toString('latin1')
    .replaceAll(/\(D:\d{14}[^)]{0,10}\)/g, '')

export const title = 'Mail piece'
const noDate = '1970-01-01T00:00:00Z'

/** The PDF/X-4 metadata, where programs look for the version of the standard. */
export const metadataOf = (digits: string): string => `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
  xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
  xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" pdfxid:GTS_PDFXVersion="PDF/X-4" pdf:Trapped="False" pdf:Producer="print-engine"
  xmp:CreatorTool="print-engine" xmp:CreateDate="${noDate}" xmp:ModifyDate="${noDate}" xmp:MetadataDate="${noDate}"
  xmpMM:DocumentID="uuid:${digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}" xmpMM:VersionID="1" xmpMM:RenditionClass="default">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li></rdf:Alt></dc:title>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`

/** Makes the same piece produce the same bytes: its identifier is a hash of its contents, and its dates are fixed. */
export function identify(document: PDFDocument, { size, art, overlay }: PieceToFinish, profile: PressProfile): void {
  const { context, catalog } = document
  const hash = createHash('sha256').update(JSON.stringify([size, overlay, art.map(({ qrCodes }) => qrCodes)]))
  for (const { pdf } of art) hash.update(withoutDates(pdf))
  const digits = hash.update(profile.bytes).digest('hex').slice(0, 32)
  const id = PDFHexString.of(digits)
  context.trailerInfo.ID = context.obj([id, id])
  document.setTitle(title)
  document.setProducer('print-engine')
  document.setCreator('print-engine')
  document.setCreationDate(new Date(noDate))
  document.setModificationDate(new Date(noDate))
  context.lookup(context.trailerInfo.Info, PDFDict).set(PDFName.of('Trapped'), PDFName.of('False'))
  const metadata = context.stream(Buffer.from(metadataOf(digits)), { Type: 'Metadata', Subtype: 'XML' })
  catalog.set(PDFName.of('Metadata'), context.register(metadata))
}
