import { PDFDocument, PDFName, type PDFPage } from '@cantoo/pdf-lib'
import { createHash } from 'node:crypto'
import { metadataOf, title } from '../finish/document.ts'
import { type ObjectCopier, objectCopier, PdfObjects } from './pdf-objects.ts'

/** Writes the next part of the merged file. */
export type WriteBytes = (bytes: Uint8Array) => Promise<unknown>

const pageTree = 1
const parent = PDFName.of('Parent')
const boxes = new Set(['MediaBox', 'CropBox', 'BleedBox', 'TrimBox'].map((name) => PDFName.of(name)))

const pageText = (copier: ObjectCopier, { node }: PDFPage, isBlank = false): string => {
  const entries = node.entries().filter(([name]) => (isBlank ? boxes.has(name) : name !== parent && name !== type))
  const resources = isBlank ? '\n/Resources <<>>' : ''
  return `<</Type /Page\n/Parent ${pageTree} 0 R${resources}\n${copier.dictionary(entries).slice(2)}`
}
const type = PDFName.of('Type')

/** Adds the pages of a print file, and a blank one if their number is odd. Returns their object numbers. */
function addPages(objects: PdfObjects, copier: ObjectCopier, pages: readonly PDFPage[]): number[] {
  const texts = pages.map((page) => pageText(copier, page))
  const last = pages.at(-1)
  // A press prints both sides of each sheet, and the next piece starts on a new sheet.
  if (last && pages.length % 2 === 1) texts.push(pageText(copier, last, true))
  return texts.map((text) => objects.add(text))
}

function addTrailer(objects: PdfObjects, root: string, digits: string): void {
  const date = '(D:19700101000000Z)'
  const info = objects.add(
    `<</Title (${title})\n/Producer (print-engine)\n/Creator (print-engine)\n/CreationDate ${date}\n/ModDate ${date}\n/Trapped /False>>`,
  )
  const metadata = Buffer.from(metadataOf(digits))
  const stream = Buffer.from(`<</Type /Metadata\n/Subtype /XML\n/Length ${metadata.length}>>\nstream\n`)
  const metadataNumber = objects.add(Buffer.concat([stream, metadata, Buffer.from('\nendstream')]))
  const catalog = objects.add(`<</Type /Catalog\n/Pages ${pageTree} 0 R\n/Metadata ${metadataNumber} 0 R\n${root}>>`)
  const { offsets, size: start } = objects
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  objects.append(
    Buffer.from(
      `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${entries.join('')}` +
        `trailer\n<</Size ${offsets.length + 1}\n/Root ${catalog} 0 R\n/Info ${info} 0 R\n/ID [<${digits}> <${digits}>]>>\n` +
        `startxref\n${start}\n%%EOF\n`,
    ),
  )
}

/**
 * Merges print files into one PDF, in order, and keeps the boxes of their pages. Each piece starts on a new sheet. The
 * same print files produce the same bytes, and memory holds one of them at a time.
 * @returns the number of pages of each print file in the merged file
 * @throws {Error} if a print file cannot be read
 */
export async function mergePrintFiles(files: AsyncIterable<Uint8Array>, write: WriteBytes): Promise<number[]> {
  const objects = new PdfObjects()
  objects.reserve()
  const written = new Map<string, number>()
  const identity = createHash('sha256')
  const pageCounts: number[] = []
  const pages: number[] = []
  let root = ''
  for await (const file of files) {
    const document = await PDFDocument.load(file, { updateMetadata: false, parseSpeed: Infinity })
    const copier = objectCopier(document.context, objects, written)
    const added = addPages(objects, copier, document.getPages())
    pageCounts.push(added.length)
    pages.push(...added)
    // A PDF declares one press. The art is in sRGB and black ink, so the profile changes no color of any piece.
    root ||= `/OutputIntents ${copier.textOf(document.catalog.get(PDFName.of('OutputIntents')))}`
    const bytes = objects.take()
    identity.update(bytes)
    await write(bytes)
  }
  objects.add(
    `<</Type /Pages\n/Count ${pages.length}\n/Kids [${pages.map((page) => `${page} 0 R`).join(' ')}]>>`,
    pageTree,
  )
  addTrailer(objects, root, identity.digest('hex').slice(0, 32))
  await write(objects.take())
  return pageCounts
}
