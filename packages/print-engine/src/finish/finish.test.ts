import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  type PDFPage,
  PDFStream,
} from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { type Art, artOf, filled, overlay, pieceOf, together, written } from '../../test/pieces.ts'
import { type FinishedPiece, finishPiece } from './finish.ts'
import { gracol, srgb } from './press-profile.ts'

const sky = filled({ left: 0, top: 0, width: 20, height: 20 }, [0.8, 0.9, 1])
const read = ({ pdf }: FinishedPiece) => PDFDocument.load(pdf, { updateMetadata: false })
const plain = await pieceOf('4.25x6', sky, sky)
const plainFile = await read(await finishPiece(plain))

/** The operators of a page, stream by stream. */
function contentsOf({ node, doc }: PDFPage): string[] {
  const contents = node.Contents()
  if (!(contents instanceof PDFArray)) throw new Error('one stream')
  return contents.asArray().map((reference) => {
    const stream = doc.context.lookup(reference)
    // pdf-lib's own objects have not been parsed.
    return stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1') : ''
  })
}

/** A page with content, to be drawn on another page. */
async function drawnPage(): Promise<PDFPage> {
  const document = await PDFDocument.create()
  const page = document.addPage([100, 100])
  page.drawCircle({ x: 50, y: 50, size: 20 })
  await written('Hello', { left: 0.5, baseline: 1, typeInches: 0.2 })(page, document)
  return page
}

/** The resources of pages, groups and patterns. */
const resourcesOf = ({ context }: PDFDocument): PDFDict[] =>
  context.enumerateIndirectObjects().flatMap(([, object]) => {
    const owner = object instanceof PDFStream ? object.dict : object
    const found = owner instanceof PDFDict ? owner.lookup(PDFName.of('Resources')) : undefined
    return found instanceof PDFDict ? [found] : []
  })

const intentOf = ({ catalog }: PDFDocument): PDFDict =>
  catalog.lookup(PDFName.of('OutputIntents'), PDFArray).lookup(0, PDFDict)

function profileIn(intent: PDFDict): Uint8Array {
  const stream = intent.lookup(PDFName.of('DestOutputProfile'))
  if (!(stream instanceof PDFRawStream)) throw new Error('no profile')
  return decodePDFRawStream(stream).decode()
}

/** The operators of every group. */
const groupsOf = ({ context }: PDFDocument): string[] =>
  context
    .enumerateIndirectObjects()
    .flatMap(([, one]) =>
      one instanceof PDFRawStream && one.dict.get(PDFName.of('Subtype')) === PDFName.of('Form')
        ? [Buffer.from(decodePDFRawStream(one).decode()).toString('latin1')]
        : [],
    )

describe('the print file', () => {
  test('has the same bytes regardless of when its art was laid out, and another identifier for another address', async () => {
    const laidOutAt = async (date: string, addressLines = overlay.addressLines) => {
      const art = plain.art.map(async (side) => {
        const document = await PDFDocument.load(side.pdf, { updateMetadata: false })
        document.setCreationDate(new Date(date))
        return { ...side, pdf: await document.save({ useObjectStreams: false }) }
      })
      return finishPiece({ ...plain, art: await Promise.all(art), overlay: { ...overlay, addressLines } })
    }
    const [one, next] = [await laidOutAt('2026-11-20'), await laidOutAt('2026-11-21')]
    expect(Buffer.from(one.pdf).equals(Buffer.from(next.pdf))).toBe(true)
    const identifierOf = async (finished: FinishedPiece) => String((await read(finished)).context.trailerInfo.ID)
    const other = await laidOutAt('2026-11-20', ['MARCUS SAMPLE'])
    expect(await identifierOf(other)).not.toBe(await identifierOf(one))
  })

  test('gets its identifier in one pass over its art, regardless of the comments of its images', async () => {
    const art = plain.art.map(async (side) => {
      const document = await PDFDocument.load(side.pdf, { updateMetadata: false })
      document.context.register(document.context.stream('(D:00000000000000'.repeat(100_000)))
      return { ...side, pdf: await document.save({ useObjectStreams: false }) }
    })
    const { pdf } = await finishPiece({ ...plain, art: await Promise.all(art) })
    expect(pdf.length).toBeGreaterThan(0)
  })

  test('has the properties of PDF/X-4: the profile of its press, metadata, and no date', async () => {
    const document = plainFile
    const intent = intentOf(document)
    expect(String(intent.get(PDFName.of('S')))).toBe('/GTS_PDFX')
    expect(String(intent.get(PDFName.of('OutputConditionIdentifier')))).toBe('(CGATS TR 006)')
    expect(Buffer.from(profileIn(intent)).equals(gracol.bytes)).toBe(true)
    const { context, catalog } = document
    expect(context.lookup(context.trailerInfo.Info, PDFDict).get(PDFName.of('Trapped'))).toBe(PDFName.of('False'))
    const metadata = catalog.lookup(PDFName.of('Metadata'))
    if (!(metadata instanceof PDFRawStream)) throw new Error('no metadata')
    const [id] = context.trailerInfo.ID instanceof PDFArray ? context.trailerInfo.ID.asArray() : []
    const text = Buffer.from(metadata.contents).toString()
    expect(text).toContain('pdfxid:GTS_PDFXVersion="PDF/X-4"')
    expect(text.replaceAll('-', '')).toContain(`uuid:${String(id).slice(1, -1)}`)
    expect([document.getCreationDate(), document.getModificationDate()]).toEqual([new Date(0), new Date(0)])
  })

  test('carries the profile of another press instead', async () => {
    const profile = { ...gracol, name: 'Digital press, matte', registered: undefined }
    const intent = intentOf(await read(await finishPiece(plain, profile)))
    expect(intent.lookup(PDFName.of('Info'), PDFHexString).decodeText()).toBe('Digital press, matte')
    expect(String(intent.get(PDFName.of('OutputConditionIdentifier')))).toBe('(Custom)')
  })

  test('prints black and gray in black ink only, on pages and in groups, and keeps colors unchanged', async () => {
    const ink: Art = together(
      filled({ left: 1, top: 1, width: 1, height: 1 }, [0, 0, 0]),
      filled({ left: 2, top: 1, width: 1, height: 1 }, [0.5, 0.5, 0.5]),
      filled({ left: 3, top: 1, width: 1, height: 1 }, [0.8, 0.2, 0.1]),
    )
    const inAGroup: Art = async (page, document) => page.drawPage(await document.embedPage(await drawnPage()))
    const document = await read(await finishPiece(await pieceOf('4.25x6', together(ink, inAGroup), sky)))
    const [front] = document.getPages()
    const text = [...contentsOf(front!), ...groupsOf(document)].join('\n')
    expect(text.match(/^.* (?:g|rg|G|RG)$/gm)).toEqual(['0 g', '0.5 g', '0.8 0.2 0.1 rg', '0 g'])
    // A group is blended as a whole, so the text in it is black in the color space of the group.
    expect(text).toMatch(/^q 0 g BT$/m)
  })

  test.each([
    ['black text', '0 0 0 rg', true],
    ['gray text', '0.5 0.5 0.5 rg', false],
    ['colored text', '0.8 0.2 0.1 rg', false],
    ['text with a gradient', '0 0 0 rg /Pattern cs /P1 scn', false],
    ['text after a black shape', 'q 0 0 0 rg Q 0.8 0.2 0.1 rg', false],
    ['transparent black text', '0 0 0 rg /Sheer gs', false],
  ])('draws %s, set by %s, as overprint: %s', async (_name, color, isOver) => {
    const words: Art = (page, { context }) => {
      page.node.setExtGState(PDFName.of('Sheer'), context.obj({ ca: 0.5 }))
      return written('Hello', { left: 1, baseline: 1, typeInches: 0.2 }, color)(page, page.doc)
    }
    const [front] = (await read(await finishPiece(await pieceOf('4.25x6', together(sky, words), sky)))).getPages()
    const text = contentsOf(front!).join('\n')
    expect(text.includes('q /Overprint gs 0 0 0 1 k 0 0 0 1 K BT')).toBe(isOver)
    expect(text.includes('ET Q Q')).toBe(isOver)
    const states = front!.node.Resources()!.lookup(PDFName.of('ExtGState'), PDFDict)
    const state = states.lookupMaybe(PDFName.of('Overprint'), PDFDict)
    expect(state && String(state).replaceAll(/\s+/g, ' ')).toBe(
      isOver ? '<< /Type /ExtGState /OP true /op true /OPM 1 >>' : undefined,
    )
  })

  test('declares the colors of every page and group as sRGB', async () => {
    const inAGroup: Art = async (page, document) => page.drawPage(await document.embedPage(await drawnPage()))
    const document = await read(await finishPiece(await pieceOf('4.25x6', inAGroup, together(sky, inAGroup))))
    const resources = resourcesOf(document)
    expect(resources).toHaveLength(4)
    const profiles = new Set(
      resources.map((one) => {
        const spaces = one.lookup(PDFName.of('ColorSpace'), PDFDict)
        const [kind, profile] = spaces.lookup(PDFName.of('DefaultRGB'), PDFArray).asArray()
        expect(kind).toBe(PDFName.of('ICCBased'))
        return profile
      }),
    )
    expect(profiles.size).toBe(1)
    const [profile] = profiles
    const stream = document.context.lookup(profile)
    if (!(stream instanceof PDFRawStream)) throw new Error('no profile')
    expect(String(stream.dict.get(PDFName.of('N')))).toBe('3')
    expect(srgb.equals(stream.contents)).toBe(true)
  })

  test('keeps no links from the art', async () => {
    const piece = await pieceOf('4.25x6', sky, (page, { context }) => {
      const link = context.obj({ Type: 'Annot', Subtype: 'Link', A: { S: 'URI', URI: 'https://elsewhere.example/' } })
      page.node.set(PDFName.of('Annots'), context.obj([context.register(link)]))
    })
    expect(Buffer.from(piece.art[1]!.pdf).toString('latin1')).toContain('elsewhere')
    expect(Buffer.from((await finishPiece(piece)).pdf).toString('latin1')).not.toMatch(/Link|elsewhere/)
  })

  test.each([
    ['a postcard from two documents', async () => plain, 2],
    ['a postcard from one document', async () => ({ ...plain, art: [await artOf('4.25x6', sky, sky)] }), 2],
    [
      'a postcard whose front runs over to a second page',
      async () => ({ ...plain, art: [await artOf('4.25x6', sky, sky), await artOf('4.25x6', sky)] }),
      2,
    ],
    ['a letter', async () => pieceOf('8.5x11', sky, sky), 1],
  ])('of %s has two pages, and its address on one of them', async (_name, piece, page) => {
    const document = await read(await finishPiece(await piece()))
    const isAddressed = document.getPages().map((one) => /Tj/.test(contentsOf(one).join()))
    expect(isAddressed).toEqual([page === 1, page === 2])
  })
})

describe('the overlay', { tags: ['G13'] }, () => {
  test('follows the art, whose graphics state ends before it, and is black or white in CMYK', async () => {
    const [, back] = plainFile.getPages()
    const [before, art, after, own, ...rest] = contentsOf(back!)
    expect([before, after].map((stream) => stream!.trim())).toEqual(['q', 'Q'])
    expect(art).toContain('rg')
    expect(rest).toEqual([])
    const colors = own!.match(/^.* [kKgGrRsS]{1,2}[gGcC]?$|^.* (?:rg|RG|cs|CS|sc|SC|gs)$/gm)
    expect(colors).toEqual(['0 0 0 0 k', '0 0 0 1 k 0 0 0 1 K'])
    expect(own!.match(/ re$/gm)).toHaveLength(3 + 65 + 1)
  })

  test('draws each QR code in a square on white', async () => {
    const code = {
      page: 1,
      box: { left: 1, top: 1, width: 1.5, height: 1 },
      url: 'https://garden.example/dana-tulsa',
    }
    const [one, other] = plain.art
    const art = [{ ...one!, qrCodes: [code] }, other!]
    const [front] = (await read(await finishPiece({ ...plain, art }))).getPages()
    expect(contentsOf(front!).at(-1)).toContain('0 0 0 0 k\n90 180 72 72 re\nf')
  })

  test('does not embed fonts for missing texts', async () => {
    const fontsOf = async (indicia: string[]) => {
      const { pdf } = await finishPiece({ ...plain, overlay: { ...overlay, indicia } })
      return new Set(
        Buffer.from(pdf)
          .toString('latin1')
          .match(/[A-Z]{6}\+\w+/g),
      )
    }
    expect(await fontsOf(['Permit'])).toEqual(new Set(['LATINS+JetBrainsMono', 'LATINS+InstrumentSans']))
    expect(await fontsOf([])).toEqual(new Set(['LATINS+JetBrainsMono']))
  })

  test('accepts as many address lines as fit', async () => {
    const piece = await pieceOf('8.5x11', sky)
    const addressLines = ['A', 'B', 'C', 'D', 'E', 'F']
    await expect(finishPiece({ ...piece, overlay: { ...overlay, addressLines } })).resolves.toHaveProperty('pdf')
  })
})
