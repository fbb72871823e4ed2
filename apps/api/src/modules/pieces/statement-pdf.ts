import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { brand } from '@app/brand'
import type { MemberAccount, Usage } from '@app/contract'
import { pieceSizeLabels, postalClassLabels } from '@app/labels'
import { formatCount, formatTotal, formatUnitPrice, moneyOf } from '@app/pricing'
import fontkit from '@cantoo/fontkit'
import { PDFDocument, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib'

/** A US letter page in points, 72 per inch. */
const page = { width: 612, height: 792, margin: 54 }
const textSize = 10
const lineHeight = 16
/** Right edges of the number columns. */
const rightEdges = [380, 460, page.width - page.margin]
const ink = rgb(0.08, 0.13, 0.24)

interface Typeface {
  font: PDFFont
  /** Its characters, cached because the library collects them on every call. */
  known: ReadonlySet<number>
}

async function embed(document: PDFDocument, name: string): Promise<Typeface> {
  const file = await readFile(new URL(import.meta.resolve(`@expo-google-fonts/instrument-sans/${name}`)))
  // Without a name, the library would append random letters to the font's own.
  const font = await document.embedFont(file, { subset: true, customName: path.basename(name, '.ttf') })
  return { font, known: new Set(font.getCharacterSet()) }
}

/** Replaces characters that the typeface lacks with a question mark. */
const printable = (text: string, { known }: Typeface): string =>
  Array.from(text, (character) => (known.has(character.codePointAt(0) ?? 0) ? character : '?')).join('')

const monthName = (month: string) =>
  new Date(`${month}-15T12:00:00Z`).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const kindOf = ({ Size: size, PostalClass: postalClass, Sheets: sheets }: Usage['Lines'][number]) =>
  `${pieceSizeLabels[size]}, ${postalClassLabels[postalClass]}${sheets > 1 ? `, ${sheets} sheets` : ''}`

interface Pen {
  sheet: PDFPage
  regular: Typeface
  bold: Typeface
}

interface Text {
  /** Right-aligns the text at this position instead of starting at the margin. */
  right?: number | undefined
  y: number
  size?: number
  isBold?: boolean
}

function write({ sheet, regular, bold }: Pen, text: string, { right, y, size = textSize, isBold }: Text) {
  const used = isBold ? bold : regular
  const shown = printable(text, used)
  const start = right === undefined ? page.margin : right - used.font.widthOfTextAtSize(shown, size)
  sheet.drawText(shown, { x: start, y: page.height - y, size, font: used.font, color: ink })
}

const rule = ({ sheet }: Pen, y: number) =>
  sheet.drawLine({
    start: { x: page.margin, y: page.height - y },
    end: { x: page.width - page.margin, y: page.height - y },
    thickness: 0.5,
    color: ink,
  })

/**
 * The longest prefix of a text that fits this width, with an ellipsis if cut. Found in few steps, because each
 * measurement takes time.
 */
function fitting(text: string, face: Typeface, width: number): string {
  const shown = Array.from(printable(text, face))
  const cut = (length: number) => shown.slice(0, length).join('') + (length < shown.length ? '…' : '')
  let [most, tooMany] = [0, shown.length + 1]
  for (let length = shown.length; tooMany - most > 1; length = Math.floor((most + tooMany) / 2)) {
    if (face.font.widthOfTextAtSize(cut(length), textSize) <= width) most = length
    else tooMany = length
  }
  return cut(most)
}

function writeHead(pen: Pen, account: MemberAccount, usage: Usage, isFinal: boolean): number {
  const { street, city, state, zip } = brand.address
  const width = page.width - 2 * page.margin
  write(pen, brand.companyName, { y: 70, size: 18, isBold: true })
  write(pen, `${street}, ${city}, ${state} ${zip}`, { y: 90 })
  write(pen, `${brand.phone.display}   ${brand.email}`, { y: 106 })
  write(pen, `Statement for ${monthName(usage.Month)}`, { y: 146, size: 16, isBold: true })
  if (!isFinal) write(pen, 'Not final: this month’s pieces can still be added, canceled, or rejected.', { y: 166 })
  for (const [index, line] of [account.name, account.billingName, account.billingEmail].entries())
    write(pen, fitting(line, pen.regular, width), { y: 196 + 16 * index })
  return 264
}

/** Writes a table row: a name and its numbers. */
function writeRow(pen: Pen, y: number, name: string, numbers: readonly string[], isBold = false): void {
  write(pen, name, { y, isBold })
  for (const [place, number] of numbers.entries()) write(pen, number, { y, isBold, right: rightEdges[place] })
}

/** Writes the month's lines and its total. All 26 kinds of pieces fit on the page. */
function writeLines(pen: Pen, { Lines: lines, Pieces: pieces, Total: total, Tier: tier }: Usage, top: number): void {
  writeRow(pen, top, 'Pieces', ['Quantity', 'Price', 'Total'], true)
  rule(pen, top + 6)
  let y = top
  for (const line of lines) {
    y += lineHeight
    const price = formatUnitPrice(moneyOf(line.Unit))
    writeRow(pen, y + 4, kindOf(line), [formatCount(line.Quantity), price, formatTotal(moneyOf(line.Total))])
  }
  rule(pen, y + 12)
  y += lineHeight + 12
  writeRow(pen, y, 'Total', [formatCount(pieces), '', formatTotal(moneyOf(total))], true)
  write(
    pen,
    `All pieces in this statement are priced at the ${tier.Label} tier. Prices include printing and postage.`,
    { y: y + 2 * lineHeight },
  )
}

/** A month's statement as a one-page PDF. The same month yields the same bytes. */
export async function statementPdf(account: MemberAccount, usage: Usage, isFinal: boolean): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false })
  document.registerFontkit(fontkit)
  // Sequential, because the embedding order determines the object numbers in the file.
  const regular = await embed(document, '400Regular/InstrumentSans_400Regular.ttf')
  const bold = await embed(document, '600SemiBold/InstrumentSans_600SemiBold.ttf')
  const pen = { sheet: document.addPage([page.width, page.height]), regular, bold }
  writeLines(pen, usage, writeHead(pen, account, usage, isFinal))
  return document.save()
}
