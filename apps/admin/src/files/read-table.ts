import Papa from 'papaparse'

/** A file as a table. Cells are plain text, even if a spreadsheet would see a formula. */
export interface TableFile {
  name: string
  headings: string[]
  rows: FileRow[]
  /** True if the file was not UTF-8, so its encoding was guessed. */
  isGuessed: boolean
}

export interface FileRow {
  /** Row numbers as in a spreadsheet. */
  number: number
  cells: string[]
  /** Why the row can't be read. The other rows can be. */
  problem?: string
}

/** The heading of the column that an import adds to the rows it returns. It is ignored when the file is read again. */
export const problemHeading = 'Problem to fix'

/** The reason a file can't be read, as a sentence for the user. */
export class FileError extends Error {}

const maxBytes = 5 * 1024 * 1024
const maxRows = 10_000
/** Each column is a row on the screen. A file of another kind can have a million. */
const maxColumns = 500
const separators = [',', ';', '\t']

/** The first bytes of any ZIP file, including Excel workbooks. */
const zip = [0x50, 0x4b, 0x03, 0x04]

/** @throws {FileError} when the bytes are not text */
function decoded(bytes: Uint8Array): { text: string; isGuessed: boolean } {
  if (zip.every((byte, index) => bytes[index] === byte)) {
    throw new FileError(
      'This is a workbook. Open it in your spreadsheet program and save it as CSV, then choose that file.',
    )
  }
  // Spreadsheet programs call it "Unicode text", and mark it in the first two bytes.
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  if (isWide)
    return { text: new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes), isGuessed: false }
  if (bytes.includes(0)) throw new FileError('This is not a text file. Choose a CSV file.')
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isGuessed: false }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), isGuessed: true }
  }
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

/** Missing or repeated headings get unique names. */
function named(cells: readonly string[]): string[] {
  const names: string[] = []
  for (const [index, cell] of cells.entries()) {
    let name = cell.trim() || `Column ${index + 1}`
    while (names.includes(name)) name += ` (column ${index + 1})`
    names.push(name)
  }
  return names
}

/** The separator that splits the first row into the most cells, because headings rarely contain commas. */
function separatorOf(text: string): string {
  const headings = text.replace(/^(?:[ \t]*\r?\n)+/, '')
  const counts = separators.map(
    (delimiter) => Papa.parse<string[]>(headings, { delimiter, preview: 1 }).data[0]?.length ?? 0,
  )
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

/** Returns why the cells can't be headings, as a sentence. */
export type RefuseHeadings = (cells: readonly string[]) => string | undefined

/** An optional first line, such as "sep=;", that sets the delimiter for spreadsheet programs. It is not a row. */
const separatorLine = /^sep=(.)\r?\n/i

/** @throws {FileError} when the text is not a table with headings */
export function parsed(text: string, refuse: RefuseHeadings): Pick<TableFile, 'headings' | 'rows'> {
  const [line = '', separator] = separatorLine.exec(text) ?? []
  const content = text.slice(line.length)
  const { data: read, errors } = Papa.parse<string[]>(content, { delimiter: separator ?? separatorOf(content) })
  const open = errors.find(({ code }) => code === 'MissingQuotes')
  if (open) throw new FileError(`Row ${(open.row ?? 0) + 1} has an unclosed quotation mark. Fix it in the file.`)
  const misplaced = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row))
  const problems = read.find((cells) => !isBlank(cells))?.indexOf(problemHeading) ?? -1
  const data = problems < 0 ? read : read.map((cells) => cells.toSpliced(problems, 1))
  const table = data.map((cells, index): FileRow => ({
    number: index + 1,
    cells,
    ...(misplaced.has(index) && { problem: 'Has text after a closing quotation mark' }),
  }))
  const [first, ...others] = table.slice(
    Math.max(
      0,
      table.findIndex(({ cells }) => !isBlank(cells)),
    ),
  )
  if (!first || isBlank(first.cells)) throw new FileError('The file is blank.')
  // Without this check, the first record in a file without headings would be lost silently.
  const refusal = refuse(first.cells)
  if (refusal) throw new FileError(refusal)
  if (first.cells.length > maxColumns) {
    const columns = first.cells.length.toLocaleString('en-US')
    throw new FileError(`The file has ${columns} columns. Import at most ${maxColumns}.`)
  }
  const headings = named(first.cells)
  const rows = others
    .filter(({ cells }) => !isBlank(cells))
    .map((row) => (isBlank(row.cells.slice(headings.length)) ? row : { ...row, problem: tooWide }))
  if (rows.length === 0) throw new FileError('The file has headings but no rows.')
  if (rows.length > maxRows) {
    throw new FileError(
      `The file has ${rows.length.toLocaleString('en-US')} rows. Import at most ${maxRows.toLocaleString('en-US')} at once.`,
    )
  }
  return { headings, rows }
}

const tooWide = 'Has more cells than headings. Put text that contains a separator in quotation marks'

/** Reads a file in the browser. @throws {FileError} */
export async function readTable(file: File, refuse: RefuseHeadings): Promise<TableFile> {
  if (file.size === 0) throw new FileError('The file is empty.')
  if (file.size > maxBytes) throw new FileError('The file is larger than 5 MB. Split it into several files.')
  const { text, isGuessed } = decoded(new Uint8Array(await file.arrayBuffer()))
  // File names are stored, and shown on one line.
  const name =
    file.name
      .replaceAll(/\p{C}+/gu, ' ')
      .trim()
      .slice(0, 200) || 'Unnamed file'
  return { name, isGuessed, ...parsed(text, refuse) }
}
