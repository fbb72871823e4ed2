import { figure } from '../../components/figure.ts'
import type { PrintRunDetail } from '@app/api-client'
import { brand } from '@app/brand'
import { exactDateText } from '../../components/date-text.ts'
import { browser } from '../../urls/browser.ts'
import { type PdfLine, type PdfPage, type PdfText, writePdf } from '../../pdf/pdf.ts'
import { loadTypefaces } from '../../pdf/typefaces.ts'
import { countText, kindText } from './run-display.ts'

/** Landscape, in points. */
const page = { width: 792, height: 612, margin: 48 }
const rowHeight = 15
/** The lowest baseline of a page. */
const bottom = page.height - page.margin

const columns = [
  { heading: 'File', x: 0 },
  { heading: 'Places', x: 30 },
  { heading: 'Pieces', x: 116 },
  { heading: 'Sheets', x: 162 },
  { heading: 'Pages', x: 208 },
  { heading: 'First barcode', x: 254 },
  { heading: 'Last barcode', x: 404 },
  { heading: 'SHA-256', x: 556 },
] as const

type Part = PrintRunDetail['parts'][number]

/** Enough of the hash to see whether a file is the one of the ticket. */
const shortHash = (sha256: string | null): string => sha256?.slice(0, 16) ?? 'not made yet'

const cellsOf = ({ number, firstPlace, lastPlace, pieces, sheets, pages, firstBarcode, lastBarcode, sha256 }: Part) => [
  String(number),
  `${figure(firstPlace)}–${figure(lastPlace)}`,
  figure(pieces),
  figure(sheets),
  figure(pages),
  firstBarcode ?? '',
  lastBarcode ?? '',
  shortHash(sha256),
]

/** What goes with a run through the house: what is printed on which stock, and what is in each file. */
function jobTicket(run: PrintRunDetail): PdfPage[] {
  const { number, createdAt, createdBy, cutoffAt, stock, pieces, sheets, parts } = run
  const [first, last] = [
    parts.find(({ firstBarcode }) => firstBarcode),
    parts.findLast(({ lastBarcode }) => lastBarcode),
  ]
  const facts = [
    ['Size and class', kindText(run)],
    ['Stock', stock],
    ['Pieces', `${countText(pieces, 'piece')} on ${countText(sheets, 'sheet')}, printed on both sides`],
    ['First barcode', first?.firstBarcode ?? ''],
    ['Last barcode', last?.lastBarcode ?? ''],
    ['Cutoff', exactDateText(cutoffAt)],
    ['Created', `${exactDateText(createdAt)} by ${createdBy}`],
  ] as const
  const pages: PdfPage[] = []
  let texts: PdfText[] = []
  let lines: PdfLine[] = []
  let y = 0
  const write = (text: string, x = 0, { size = 9, isBold = false } = {}) =>
    texts.push({ x: page.margin + x, y, size, text, isBold })
  const begin = () => {
    ;[texts, lines, y] = [[], [], page.margin + 14]
    pages.push({ width: page.width, height: page.height, texts, lines })
    write(`Job ticket: run ${number}`, 0, { size: 18, isBold: true })
    write(`${brand.companyName}, page ${pages.length}`, 520)
    y += 26
  }
  const headings = () => {
    for (const { heading, x } of columns) write(heading, x, { isBold: true })
    y += 5
    lines.push({ x: page.margin, y, width: page.width - 2 * page.margin })
    y += rowHeight
  }
  begin()
  for (const [name, text] of facts) {
    write(name, 0, { size: 10.5, isBold: true })
    write(text, 110, { size: 10.5 })
    y += 16
  }
  y += 12
  headings()
  for (const part of parts) {
    if (y > bottom) {
      begin()
      headings()
    }
    for (const [index, cell] of cellsOf(part).entries()) write(cell, columns[index]?.x)
    y += rowHeight
  }
  return pages
}

/** Saves the job ticket. @throws when the fonts cannot be loaded */
export async function saveJobTicket(run: PrintRunDetail): Promise<void> {
  const file = new Blob([await writePdf(jobTicket(run), await loadTypefaces())], { type: 'application/pdf' })
  browser.saveFile(file, `run-${run.number}-job-ticket.pdf`)
}
