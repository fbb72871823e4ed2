import { readTable, type TableFile } from '../../../files/read-table.ts'

const looksLikeEmail = /[^\s@]@[^\s@]+\.[^\s@]/

/** Rejects a first row that contains a person instead of headings. */
export const refuseHeadings = (cells: readonly string[]): string | undefined =>
  cells.some((cell) => looksLikeEmail.test(cell))
    ? 'The first row contains an email address. Add a row of column headings above it, then choose the file again.'
    : undefined

/** Reads a file of leads. @throws {FileError} */
export const readLeadFile = (file: File): Promise<TableFile> => readTable(file, refuseHeadings)
