import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { photograph, pieceOf } from '../../test/pieces.ts'
import { imbNumber, seeded } from '../../test/random.ts'
import { readPages } from '../../test/read-pages.ts'
import { barcodesIn, printFile } from '../../test/run-files.ts'
import { pictureOf } from '../check/page-picture.ts'
import { finishPiece } from '../finish/finish.ts'
import { mergePrintFiles } from './merge-print-files.ts'

const random = seeded(41)

async function* each<Item>(items: readonly Item[]) {
  yield* items
}

async function merged(files: readonly Uint8Array[]) {
  const parts: Uint8Array[] = []
  const pageCounts = await mergePrintFiles(each(files), async (part) => parts.push(part))
  return { pdf: Buffer.concat(parts), pageCounts }
}

const read = (pdf: Uint8Array) => PDFDocument.load(pdf, { updateMetadata: false })

/** The pixels of every page. */
const picturesOf = (pdf: Uint8Array) =>
  readPages(pdf, (page) => createHash('sha256').update(pictureOf(page, 72).pixels).digest('hex'))

const boxesOf = (document: PDFDocument) =>
  document
    .getPages()
    .map(({ node }) =>
      ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox'].map((name) => String(node.lookup(PDFName.of(name), PDFArray))),
    )

const streamsOf = ({ context }: PDFDocument) =>
  context.enumerateIndirectObjects().flatMap(([, object]) => (object instanceof PDFRawStream ? [object] : []))

describe('a merged file', () => {
  test('has the pages of every piece in order, unchanged, with their boxes, and no creation time', async () => {
    const digits = Array.from({ length: 3 }, () => imbNumber(random))
    const files = await Promise.all(digits.map((one) => printFile('6x9', one)))
    const { pdf, pageCounts } = await merged(files)
    expect(pageCounts).toEqual([2, 2, 2])
    expect(await picturesOf(pdf)).toEqual((await Promise.all(files.map(picturesOf))).flat())
    const document = await read(pdf)
    expect(boxesOf(document)).toEqual((await Promise.all(files.map(read))).flatMap(boxesOf))
    expect(await barcodesIn(pdf)).toEqual(digits.map((one, place) => ({ page: 2 * place + 2, digits: one })))

    const [intent] = document.catalog.lookup(PDFName.of('OutputIntents'), PDFArray).asArray()
    expect(document.context.lookup(intent, PDFDict).get(PDFName.of('S'))).toBe(PDFName.of('GTS_PDFX'))
    expect(pdf.toString('latin1')).toContain('pdfxid:GTS_PDFXVersion="PDF/X-4"')
    expect(document.getCreationDate()).toEqual(new Date(0))
    expect(document.getTitle()).toBe('Mail piece')

    expect((await merged(files)).pdf.equals(pdf), 'made again').toBe(true)
    expect((await merged(files.toReversed())).pdf.equals(pdf), 'in another order').toBe(false)
  })

  test('starts each letter on a new sheet', async () => {
    const letters = await Promise.all([1, 3, 2].map((pages) => printFile('8.5x11', imbNumber(random), pages)))
    const { pdf, pageCounts } = await merged(letters)
    expect(pageCounts).toEqual([2, 4, 2])
    const document = await read(pdf)
    expect(document.getPageCount()).toBe(8)
    expect(new Set(boxesOf(document).map(String)).size).toBe(1)
    expect((await barcodesIn(pdf)).map(({ page }) => page)).toEqual([1, 3, 7])
    const [, blank = '', ...rest] = await picturesOf(pdf)
    expect(rest[3]).toBe(blank)
  })

  test('stores shared content of pieces once', async () => {
    const piece = await pieceOf('4.25x6', photograph, () => undefined)
    const files = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const overlay = { ...piece.overlay, imbDigits: imbNumber(random) }
        return (await finishPiece({ ...piece, overlay })).pdf
      }),
    )
    const { pdf } = await merged(files)
    const [first] = files
    const largest = Math.max(...streamsOf(await read(first!)).map(({ contents }) => contents.length))
    expect(largest).toBeGreaterThan(100_000)
    expect(pdf.length).toBeLessThan(first!.length + 3 * 8_000)
    const sizes = streamsOf(await read(pdf)).map(({ contents }) => contents.length)
    expect(sizes.filter((size) => size === largest)).toHaveLength(1)
  })

  test('keeps objects that refer to themselves', async () => {
    const document = await read(await printFile('4.25x6', imbNumber(random)))
    const { context } = document
    const self = context.nextRef()
    context.assign(self, context.obj({ Type: 'Group', Self: self, Value: 7 }))
    document.getPage(0).node.set(PDFName.of('Group'), self)
    const file = await document.save({ useObjectStreams: false, addDefaultPage: false })
    const { pdf } = await merged([file, file])
    const copied = await read(pdf)
    for (const page of [0, 2]) {
      const group = copied.getPage(page).node.lookup(PDFName.of('Group'), PDFDict)
      expect(group.lookup(PDFName.of('Self'))).toBe(group)
    }
  })
})

test('rejects a file that is not a PDF', async () => {
  await expect(merged([Buffer.from('%PDF-1.7 and nothing else')])).rejects.toThrow(/./)
})
