import type { ScanIssue, ScanRow } from '@app/api-client'
import { fieldNames } from '@app/labels'
import type { TableFile } from '../../files/read-table.ts'

/** The parts of a scan, as columns of a file. */
export const scanFieldLabels = { barcode: 'Barcode', operation: 'Operation', zip: 'ZIP Code', at: 'Time' }
export const scanFields = fieldNames(scanFieldLabels)
export type ScanField = keyof typeof scanFieldLabels

/** The index of each part's column. */
export type ScanColumns = Partial<Record<ScanField, number>>

/** Words in the headings of files from the Postal Service and from mailing services. */
const words: Readonly<Record<ScanField, RegExp>> = {
  barcode: /barcode|imb\b|intelligent mail/i,
  operation: /operation|op ?code|event|status/i,
  zip: /zip|postal/i,
  at: /time|date|\bat\b/i,
}

export function guessScanColumns(headings: readonly string[]): ScanColumns {
  const columns: ScanColumns = {}
  const taken = new Set<number>()
  for (const field of scanFields) {
    const index = headings.findIndex((heading, place) => !taken.has(place) && words[field].test(heading))
    if (index < 0) continue
    columns[field] = index
    taken.add(index)
  }
  return columns
}

/** A ZIP Code is not needed. */
export const missingFields = (columns: ScanColumns): ScanField[] =>
  scanFields.filter((field) => field !== 'zip' && columns[field] === undefined)

/** Longer cells than the API takes are no barcodes, operations, ZIP Codes, or times either. */
const maxLengths: Readonly<Record<ScanField, number>> = { barcode: 60, operation: 60, zip: 20, at: 40 }

export function toScanRow(cells: readonly string[], columns: ScanColumns): Required<ScanRow> {
  const cell = (field: ScanField) => {
    const column = columns[field]
    return column === undefined ? '' : (cells[column] ?? '').trim().slice(0, maxLengths[field])
  }
  return { barcode: cell('barcode'), operation: cell('operation'), zip: cell('zip'), at: cell('at') }
}

/** A scan instead of headings. */
export const refuseScan = (cells: readonly string[]): string | undefined =>
  cells.some((cell) => /^\d{20,31}$/.test(cell.replaceAll(/[ -]/g, '')))
    ? 'The first row contains a barcode. Add a row of column headings above it, then choose the file again.'
    : undefined

const reasons: Readonly<Record<ScanIssue['reason'], string>> = {
  barcode_invalid: 'The barcode does not have 20, 25, 29, or 31 digits',
  operation_unknown: 'The operation is unknown',
  zip_invalid: 'The ZIP Code is not valid',
  time_invalid: 'The time is not valid. Use 11/25/2026 2:05 PM or 2026-11-25T14:05:00',
  time_in_future: 'The time is in the future',
  barcode_unknown: 'No live piece that was printed has this barcode',
}

/** The lines that were not imported: their rows in the file, what they hold, and why. */
export const issueRows = (issues: readonly ScanIssue[], file: TableFile, columns: ScanColumns): string[][] =>
  issues.map(({ row, reason }) => {
    const line = file.rows[row - 1]
    const { barcode, operation, at } = toScanRow(line?.cells ?? [], columns)
    return [String(line?.number ?? row), barcode, operation, at, reasons[reason]]
  })
