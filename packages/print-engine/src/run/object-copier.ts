import { type PDFContext, PDFArray, PDFDict, PDFName, PDFRawStream, PDFRef, type PDFObject } from '@cantoo/pdf-lib'
import { hash } from 'node:crypto'

/** The PDF that is being written. Objects get their numbers in the order in which they are added. */
export interface ObjectSink {
  /** A number for an object that is added later, because others refer to it already. */
  reserve(): number
  /** Writes an object, with the number that was reserved for it or with the next one. */
  add(content: Buffer, reserved?: number): number
}

const latin = (text: string) => Buffer.from(text, 'latin1')
const length = PDFName.of('Length')

/**
 * Copies objects of one of many PDFs into another. Equal objects are written once: the fonts, images, and profiles that pieces
 * of one template share are most of their bytes.
 */
export class ObjectCopier {
  readonly #context: PDFContext
  readonly #sink: ObjectSink
  /** The numbers of the objects that were written, of all PDFs, by the hash of their content. */
  readonly #written: Map<string, number>
  /** The new numbers of this PDF's objects. */
  readonly #copied = new Map<PDFRef, number>()
  readonly #inCopy = new Set<PDFRef>()

  constructor(context: PDFContext, sink: ObjectSink, written: Map<string, number>) {
    this.#context = context
    this.#sink = sink
    this.#written = written
  }

  /** The text of an object. The objects that it refers to are copied first. */
  textOf(object: PDFObject | undefined): string {
    if (object instanceof PDFRef) return `${this.#numberOf(object)} 0 R`
    if (object instanceof PDFDict) return this.dictionary(object.entries())
    if (object instanceof PDFArray)
      return `[${object
        .asArray()
        .map((one) => this.textOf(one))
        .join(' ')}]`
    return object === undefined ? 'null' : String(object)
  }

  dictionary(entries: readonly [PDFName, PDFObject][]): string {
    return `<<${entries.map(([name, value]) => `${String(name)} ${this.textOf(value)}`).join('\n')}>>`
  }

  #numberOf(reference: PDFRef): number {
    const known = this.#copied.get(reference)
    if (known !== undefined) return known
    // An object that refers to itself needs its number before its content is known.
    if (this.#inCopy.has(reference)) {
      const reserved = this.#sink.reserve()
      this.#copied.set(reference, reserved)
      return reserved
    }
    this.#inCopy.add(reference)
    const content = this.#contentOf(this.#context.lookup(reference))
    const reserved = this.#copied.get(reference)
    const number = reserved === undefined ? this.#once(content) : this.#sink.add(content, reserved)
    this.#copied.set(reference, number)
    return number
  }

  #contentOf(object: PDFObject | undefined): Buffer {
    if (!(object instanceof PDFRawStream)) return latin(this.textOf(object))
    const { dict, contents } = object
    const entries = this.dictionary(dict.entries().filter(([name]) => name !== length))
    const head = `${entries.slice(0, -2)}\n/Length ${contents.length}>>\nstream\n`
    return Buffer.concat([latin(head), contents, latin('\nendstream')])
  }

  #once(content: Buffer): number {
    const key = hash('sha256', content, 'base64')
    const known = this.#written.get(key)
    if (known !== undefined) return known
    const number = this.#sink.add(content)
    this.#written.set(key, number)
    return number
  }
}
