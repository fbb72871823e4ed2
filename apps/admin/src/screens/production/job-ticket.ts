import { listPrintRunPieces, type PrintRunDetail, type PrintRunPiece } from '@app/api-client'
import { brand } from '@app/brand'
import { countText, exactDateText, figure } from '../../components/format.ts'
import { browser } from '../../urls/browser.ts'
import { type PdfLine, type PdfPage, type PdfText, writePdf } from '../../pdf/pdf.ts'
import { loadTypefaces } from '../../pdf/typefaces.ts'
import { kindText, rangeText } from './run-display.ts'

/** Landscape, in points. */
const page = { width: 792, height: 612, margin: 48 }
const rowHeight = 15
/** The lowest baseline of a page. */
const bottom = page.height - page.margin

const columns = [
  { heading: 'File', x: 0 },
  { heading: 'Revision', x: 24 },
  { heading: 'Positions', x: 68 },
  { heading: 'Pieces', x: 134 },
  { heading: 'Sheets', x: 168 },
  { heading: 'Each', x: 204 },
  { heading: 'Pages', x: 232 },
  { heading: 'First barcode', x: 264 },
  { heading: 'Last barcode', x: 422 },
  { heading: 'SHA-256', x: 580 },
] as const

type Part = PrintRunDetail['parts'][number]

/** Enough of the hash to check whether a file matches the ticket. */
const shortHash = (sha256: string | null): string => sha256?.slice(0, 16) ?? 'not ready yet'

const cellsOf = (part: Part) => [
  String(part.number),
  String(part.revision),
  rangeText(part.firstPlace, part.lastPlace),
  figure(part.pieces),
  figure(part.sheets),
  rangeText(part.minSheets, part.maxSheets),
  figure(part.pages),
  part.firstBarcode ?? '',
  part.lastBarcode ?? '',
  shortHash(part.sha256),
]

/** The maximum number of characters printed of a reason, which may be longer than the line. */
const maxReason = 110
/** The maximum number of positions listed. The manifest has all of them. */
const maxRemoved = 200

const removedText = ({ place, file, sheets, reason }: PrintRunPiece): string =>
  `Position ${figure(place)}, file ${file}, ${countText(sheets, 'sheet')}: ${reason?.slice(0, maxReason) ?? ''}`

/** The document that accompanies a run through production: its stock, the contents of each file, and the removed pieces. */
function jobTicket(run: PrintRunDetail, removed: readonly PrintRunPiece[]): PdfPage[] {
  const { number, revision, createdAt, createdBy, cutoffAt, stock, pieces, spoiled, sheets, parts } = run
  const facts = [
    ['Size and class', kindText(run)],
    ['Stock', stock],
    ['Pieces', `${countText(pieces, 'piece')} on ${countText(sheets, 'sheet')}, printed on both sides`],
    ['Removed', spoiled > 0 ? `${countText(spoiled, 'piece')}, listed below: do not mail` : 'No piece'],
    ['First barcode', run.firstBarcode ?? ''],
    ['Last barcode', run.lastBarcode ?? ''],
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
    write(`Job ticket: run ${number}, revision ${revision}`, 0, { size: 18, isBold: true })
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
  const more = spoiled - removed.length
  const notes = [...removed.map(removedText), ...(more > 0 ? [`${figure(more)} more: see the manifest`] : [])]
  for (const [index, text] of notes.entries()) {
    if (y > bottom) begin()
    if (index === 0) write('Removed', 0, { isBold: true })
    write(text, 70)
    y += rowHeight
  }
  return pages
}

/** Saves the job ticket. @throws when the fonts or the pieces cannot be loaded */
export async function saveJobTicket(run: PrintRunDetail): Promise<void> {
  const removed = run.spoiled > 0 ? (await listPrintRunPieces(run.id, { only: 'spoiled', limit: maxRemoved })).data : []
  const pages = jobTicket(run, removed)
  const file = new Blob([await writePdf(pages, await loadTypefaces())], { type: 'application/pdf' })
  browser.saveFile(file, `run-${run.number}-revision-${run.revision}-job-ticket.pdf`)
}
