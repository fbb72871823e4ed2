import {
  beginText,
  endText,
  PDFDocument,
  type PDFFont,
  PDFHexString,
  type PDFName,
  type PDFOperator,
  setFontAndSize,
  setTextMatrix,
  showText,
} from '@cantoo/pdf-lib'
import fontkit from '@cantoo/fontkit'
import { printable, type Typeface, type Typefaces } from './typefaces.ts'

/** Kerning is off, so that the width of a text is the sum of its characters' widths. */
const fontFeatures = { kern: false }

/** Points, 72 to the inch, from the top left corner of the page. `y` is the baseline. */
export type PdfText = { x: number; y: number; size: number; text: string; isBold?: boolean }
export type PdfLine = { x: number; y: number; width: number }
export type PdfPage = { width: number; height: number; texts: PdfText[]; lines?: PdfLine[] }

type Embedded = { font: PDFFont; typeface: Typeface }

/** A PDF file of text and lines. Only the characters used in the text are embedded. */
export async function writePdf(pages: PdfPage[], { regular, bold }: Typefaces): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create({ updateMetadata: false })
  document.registerFontkit(fontkit)
  const embed = async (typeface: Typeface): Promise<Embedded> => ({
    font: await document.embedFont(typeface.file, { subset: true, features: fontFeatures }),
    typeface,
  })
  const fonts = { regular: await embed(regular), bold: await embed(bold) }

  for (const { width, height, texts, lines = [] } of pages) {
    const page = document.addPage([width, height])
    for (const { x, y, width: length } of lines) {
      page.drawLine({ start: { x, y: height - y }, end: { x: x + length, y: height - y }, thickness: 0.5 })
    }
    const keys = {
      regular: page.node.newFontDictionary('Regular', fonts.regular.font.ref),
      bold: page.node.newFontDictionary('Bold', fonts.bold.font.ref),
    }
    for (const text of texts) {
      const weight = text.isBold ? 'bold' : 'regular'
      page.pushOperators(...shown({ ...text, y: height - text.y }, keys[weight], fonts[weight]))
    }
  }
  return new Uint8Array(await document.save())
}

/** Operators that draw the text. Unlike elsewhere, `y` is measured from the bottom of the page. */
function shown({ x, y, size, text }: PdfText, fontKey: PDFName, embedded: Embedded): PDFOperator[] {
  const scale = size / embedded.typeface.font.unitsPerEm
  const runs = runsOf(printable(text, embedded.typeface), embedded)
  return [
    beginText(),
    setFontAndSize(fontKey, size),
    ...runs.flatMap((run) => [
      setTextMatrix(1, 0, 0, 1, x + run.x * scale, y + run.y * scale),
      showText(PDFHexString.of(run.digits)),
    ]),
    endText(),
  ]
}

/** Hexadecimal digits of a glyph's number in the file. */
const digitsOfGlyph = 4

/** Consecutive glyphs, starting at a position in font units. */
interface Run {
  x: number
  y: number
  digits: string
}

/**
 * A letter with combining accents. It is laid out alone, because the font doesn't position them within a line of
 * another script.
 */
const accented = /(\P{Mark}\p{Mark}+)/u

/** The library draws glyphs one after another. The font's own tables position combining accents. */
function runsOf(text: string, { font, typeface }: Embedded): Run[] {
  const runs: Run[] = []
  let pen = 0
  for (const piece of text.split(accented)) {
    const encoded = font.encodeText(piece).asString()
    const { positions, advanceWidth } = typeface.font.layout(piece, fontFeatures)
    if (!accented.test(piece)) runs.push({ x: pen, y: 0, digits: encoded })
    else {
      let x = pen
      positions?.forEach(({ xAdvance, xOffset, yOffset }, index) => {
        const digits = encoded.slice(index * digitsOfGlyph, (index + 1) * digitsOfGlyph)
        runs.push({ x: x + xOffset, y: yOffset, digits })
        x += xAdvance
      })
    }
    pen += advanceWidth
  }
  return runs
}
