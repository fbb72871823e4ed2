import Papa from 'papaparse'

/** A file as a table. Cells are text as it is, also where a spreadsheet would see a formula. */
export interface LeadFile {
  name: string
  headings: string[]
  rows: FileRow[]
  /** Whether it was not UTF-8, so that its letters were guessed. */
  isGuessed: boolean
}

interface FileRow {
  /** As a spreadsheet numbers it: the headings are row 1. */
  number: number
  cells: string[]
}

/** Why a file cannot be read, in a sentence for whoever chose it. */
export class FileFault extends Error {}

const mostBytes = 5 * 1024 * 1024
const mostRows = 10_000
const separators = [',', ';', '\t']

/** How an Excel workbook begins, as any ZIP file. */
const zip = [0x50, 0x4b, 0x03, 0x04]

/** @throws {FileFault} when the bytes are no text. */
function decoded(bytes: Uint8Array): { text: string; isGuessed: boolean } {
  if (zip.every((byte, index) => bytes[index] === byte)) {
    throw new FileFault(
      'This is a workbook. Open it in your spreadsheet program and save it as CSV, then choose that file.',
    )
  }
  // Spreadsheet programs write it as "Unicode text", and it says so in its first two bytes.
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  if (isWide)
    return { text: new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes), isGuessed: false }
  if (bytes.includes(0)) throw new FileFault('This is not a text file. Choose a CSV file.')
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isGuessed: false }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), isGuessed: true }
  }
}

const looksLikeEmail = /[^\s@]@[^\s@]+\.[^\s@]/

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

/** Headings that are missing or come twice get names of their own. */
function named(cells: readonly string[]): string[] {
  const names: string[] = []
  for (const [index, cell] of cells.entries()) {
    const name = cell.trim() || `Column ${index + 1}`
    names.push(names.includes(name) ? `${name} (column ${index + 1})` : name)
  }
  return names
}

/** The one that makes most of the first row: headings have fewer commas in them than names do. */
function separatorOf(text: string): string {
  const counts = separators.map(
    (delimiter) => Papa.parse<string[]>(text, { delimiter, preview: 1 }).data[0]?.length ?? 0,
  )
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

/** @throws {FileFault} when the text is no table with headings. */
export function parsed(text: string): Pick<LeadFile, 'headings' | 'rows'> {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: separatorOf(text) })
  const open = errors.find(({ type }) => type === 'Quotes')
  if (open) {
    throw new FileFault(
      `Row ${(open.row ?? 0) + 1} has a quotation mark that is never closed, or text behind one. Fix it in the file.`,
    )
  }
  const [first, ...others] = data.map((cells, index): FileRow => ({ number: index + 1, cells }))
  if (!first || isBlank(first.cells))
    throw new FileFault('The first row is blank. It must hold the headings of the columns.')
  // The first person of a file without headings would be lost silently.
  if (first.cells.some((cell) => looksLikeEmail.test(cell))) {
    throw new FileFault(
      'The first row holds an email address. Put a row with the headings of the columns above it, then choose the file again.',
    )
  }
  const headings = named(first.cells)
  const rows = others.filter(({ cells }) => !isBlank(cells))
  if (rows.length === 0) throw new FileFault('The file has headings and no rows below them.')
  if (rows.length > mostRows) {
    throw new FileFault(
      `The file has ${rows.length.toLocaleString('en-US')} rows. Import at most ${mostRows.toLocaleString('en-US')} at once.`,
    )
  }
  const wide = rows.find(({ cells }) => !isBlank(cells.slice(headings.length)))
  if (wide) {
    throw new FileFault(
      `Row ${wide.number} has more cells than there are headings. Text that contains a separator must be in quotation marks.`,
    )
  }
  return { headings, rows }
}

/** Reads a file of leads in this browser. It is sent nowhere. @throws {FileFault} */
export async function readLeadFile(file: File): Promise<LeadFile> {
  if (file.size === 0) throw new FileFault('The file is empty.')
  if (file.size > mostBytes) throw new FileFault('The file is larger than 5 MB. Split it into several files.')
  const { text, isGuessed } = decoded(new Uint8Array(await file.arrayBuffer()))
  // Names of files are shown on one line, and stored.
  const name =
    file.name
      .replaceAll(/\p{C}+/gu, ' ')
      .trim()
      .slice(0, 200) || 'Unnamed file'
  return { name, isGuessed, ...parsed(text) }
}
