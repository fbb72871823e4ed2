import {
  type PDFDocument,
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFRawStream,
  type PDFObject,
  PDFRef,
} from '@cantoo/pdf-lib'
import { deflateSync } from 'node:zlib'
import { contentOf } from './source-facts.ts'

/** A color of the browser: red, green, and blue, for what is filled or for what is stroked. */
const rgbOperator = /(?<=^|\s)([\d.]+) ([\d.]+) ([\d.]+) (rg|RG)(?=\s|$)/g

/** The same content with its grays as grays, which a press prints with black ink alone. */
const withGrays = (content: string): string =>
  content.replaceAll(rgbOperator, (whole, red: string, green: string, blue: string, operator: string) =>
    red === green && green === blue ? `${red} ${operator === 'rg' ? 'g' : 'G'}` : whole,
  )

const isContent = ({ dict }: PDFRawStream): boolean =>
  dict.get(PDFName.of('Subtype')) === PDFName.of('Form') ||
  String(dict.lookupMaybe(PDFName.of('PatternType'), PDFNumber)) === '1'

/** The streams of pages, groups, and patterns. */
function contentsOf(document: PDFDocument): Map<PDFRef, PDFRawStream> {
  const { context } = document
  const found = new Map<PDFRef, PDFRawStream>()
  const add = (reference: PDFObject | undefined, isPage: boolean) => {
    const stream = context.lookup(reference)
    if (reference instanceof PDFRef && stream instanceof PDFRawStream && (isPage || isContent(stream))) {
      found.set(reference, stream)
    }
  }
  for (const { node } of document.getPages()) {
    const contents = node.get(PDFName.of('Contents'))
    const streams = context.lookup(contents)
    for (const one of streams instanceof PDFArray ? streams.asArray() : [contents]) add(one, true)
  }
  for (const [reference] of context.enumerateIndirectObjects()) add(reference, false)
  return found
}

/**
 * Black and gray text and lines in black ink alone: in four inks, small type has colored edges where these do not meet
 * exactly. Images, gradients, and what is blended with colors keep theirs.
 */
export function printGraysInBlack(document: PDFDocument): void {
  for (const [reference, stream] of contentsOf(document)) {
    const content = contentOf(stream)
    const gray = withGrays(content)
    if (gray === content) continue
    const bytes = deflateSync(Buffer.from(gray, 'latin1'))
    const dictionary = PDFDict.withContext(document.context)
    for (const [key, value] of stream.dict.entries()) dictionary.set(key, value)
    dictionary.set(PDFName.of('Filter'), PDFName.of('FlateDecode'))
    dictionary.delete(PDFName.of('DecodeParms'))
    document.context.assign(reference, PDFRawStream.of(dictionary, bytes))
  }
}
