import type { SampleRequest } from '@app/api-client'
import { brand } from '@app/brand'
import { dateText } from '../../../components/format.ts'
import { addressBlock } from './address-block.ts'
import type { PdfLine, PdfPage, PdfText } from '../../../pdf/pdf.ts'
import { printable, type Typeface, type Typefaces, wrapped } from '../../../pdf/typefaces.ts'

const page = { width: 612, height: 792, margin: 54 }
const textWidth = page.width - 2 * page.margin

const textSize = 10.5

/** The lowest baseline of a page. */
const bottom = page.height - page.margin

const packed: Record<string, string[]> = {
  postcards: ['Postcard sample pack'],
  letters: ['Letter sample pack'],
  both: ['Postcard sample pack', 'Letter sample pack'],
}

/** One letter-size page per request, with its address, contents, and the requester's notes. */
export const packingSlips = (requests: SampleRequest[], { regular }: Typefaces): PdfPage[] =>
  requests.map((request) => packingSlip(request, regular))

function packingSlip(request: SampleRequest, typeface: Typeface): PdfPage {
  const { companyName, address, phone, email } = brand
  const texts: PdfText[] = []
  const lines: PdfLine[] = []
  let y = page.margin + 16
  const inRows = (text: string) => wrapped(text, textSize, textWidth, typeface)
  const write = (text: string, { size = textSize, isBold = false, x = page.margin, down = 15 } = {}) => {
    texts.push({ x, y, size, text, isBold })
    y += down
  }
  const rule = () => {
    lines.push({ x: page.margin, y, width: textWidth })
    y += 24
  }

  write(companyName, { size: 20, isBold: true, down: 20 })
  write(`${address.street}, ${address.city}, ${address.state} ${address.zip}`)
  write(`${phone.display}   ${email}`, { down: 12 })
  rule()
  write('Packing slip', { size: 16, isBold: true, down: 26 })
  write('Ship to', { isBold: true })
  for (const line of addressBlock(request, typeface)) for (const row of inRows(line)) write(row)
  y += 12
  write(`Requested: ${dateText(request.createdAt)}`)
  write(`Request: ${request.id}`, { down: 14 })
  rule()
  write('Quantity', { isBold: true, down: 0 })
  write('Item', { isBold: true, x: page.margin + 72, down: 18 })
  for (const item of packed[request.sampleType] ?? [request.sampleType]) {
    write('1', { down: 0 })
    write(item, { x: page.margin + 72, down: 18 })
  }
  if (request.templateName) {
    write('1', { down: 0 })
    const name = printable(`Requested template: ${request.templateName}`, typeface)
    for (const row of wrapped(name, textSize, textWidth - 72, typeface)) write(row, { x: page.margin + 72 })
    y += 3
  }
  if (request.notes) {
    rule()
    write('Notes', { isBold: true, down: 18 })
    const rows = inRows(printable(request.notes, typeface))
    const room = Math.floor((bottom - y) / 15)
    for (const row of rows.slice(0, rows.length > room ? room - 1 : room)) write(row)
    if (rows.length > room) write('See the staff app for the rest of the notes.', { isBold: true })
  }
  return { width: page.width, height: page.height, texts, lines }
}
