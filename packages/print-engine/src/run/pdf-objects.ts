import { type PDFContext, PDFArray, PDFDict, PDFName, PDFRawStream, PDFRef, type PDFObject } from '@cantoo/pdf-lib'
import { hash } from 'node:crypto'

const latin = (text: string) => Buffer.from(text, 'latin1')
const length = PDFName.of('Length')

/**
 * The objects of the PDF being written, with their offsets. `take` returns and drops the added bytes, so that memory
 * holds one print file at a time.
 */
export class PdfObjects {
  size = 0
  #waiting: Buffer[] = []
  /** By object number, which starts at 1. */
  readonly offsets: number[] = []

  constructor() {
    // Non-ASCII bytes, which mark the file as binary.
    this.append(latin('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n'))
  }

  append(bytes: Buffer): void {
    this.#waiting.push(bytes)
    this.size += bytes.length
  }

  /** Reserves a number for an object that is added later, so that others can already refer to it. */
  reserve(): number {
    return this.offsets.push(Number.NaN)
  }

  /** Writes an object, with its reserved number or the next one. */
  add(content: Buffer | string, number = this.reserve()): number {
    this.offsets[number - 1] = this.size
    const body = typeof content === 'string' ? latin(content) : content
    for (const part of [latin(`${number} 0 obj\n`), body, latin('\nendobj\n')]) this.append(part)
    return number
  }

  take(): Buffer {
    const taken = Buffer.concat(this.#waiting)
    this.#waiting = []
    return taken
  }
}

export type ObjectCopier = ReturnType<typeof objectCopier>

/**
 * Copies objects from one of many PDFs into another. Equal objects are written once: most bytes of pieces with the same
 * template are shared fonts, images, and profiles.
 * @param written the numbers of the objects written so far, from all PDFs, by content hash
 */
export function objectCopier(context: PDFContext, objects: PdfObjects, written: Map<string, number>) {
  /** The new numbers of this PDF's objects. */
  const copied = new Map<PDFRef, number>()
  const inCopy = new Set<PDFRef>()

  /** The text of an object. The objects it refers to are copied first. */
  function textOf(object: PDFObject | undefined): string {
    if (object instanceof PDFRef) return `${numberOf(object)} 0 R`
    if (object instanceof PDFDict) return dictionary(object.entries())
    if (object instanceof PDFArray) return `[${object.asArray().map(textOf).join(' ')}]`
    return object === undefined ? 'null' : String(object)
  }

  const dictionary = (entries: readonly [PDFName, PDFObject][]): string =>
    `<<${entries.map(([name, value]) => `${String(name)} ${textOf(value)}`).join('\n')}>>`

  function numberOf(reference: PDFRef): number {
    const known = copied.get(reference)
    if (known !== undefined) return known
    // An object that refers to itself needs its number before its content is known.
    if (inCopy.has(reference)) {
      const reserved = objects.reserve()
      copied.set(reference, reserved)
      return reserved
    }
    inCopy.add(reference)
    const content = contentOf(context.lookup(reference))
    const reserved = copied.get(reference)
    const number = reserved === undefined ? addOnce(content) : objects.add(content, reserved)
    copied.set(reference, number)
    return number
  }

  function contentOf(object: PDFObject | undefined): Buffer {
    if (!(object instanceof PDFRawStream)) return latin(textOf(object))
    const { dict, contents } = object
    const entries = dictionary(dict.entries().filter(([name]) => name !== length))
    const head = `${entries.slice(0, -2)}\n/Length ${contents.length}>>\nstream\n`
    return Buffer.concat([latin(head), contents, latin('\nendstream')])
  }

  function addOnce(content: Buffer): number {
    const key = hash('sha256', content, 'base64')
    const known = written.get(key) ?? objects.add(content)
    written.set(key, known)
    return known
  }

  return { textOf, dictionary }
}
