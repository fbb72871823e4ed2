import type { LeadImportError } from '@app/api-client'
import type { LeadFile } from './read-file.ts'
import { type Field, headingOf, isFixable, type Mapping, targetLabel } from './mapping.ts'

/** An invalid value, as it is in the file. */
export interface Fault {
  row: number
  column: string
  value: string
  reason: string
}

const forms: Partial<Record<Field, string>> = { email: 'Is not an email address' }

function reasonOf({ field, code }: LeadImportError): string {
  if (code === 'required') return 'Is required'
  if (code === 'too_long') return field === 'message' ? 'Is longer than 5,000 characters' : 'Is too long'
  if (code === 'value_not_allowed') return `Is not a valid ${targetLabel(field).toLowerCase()}`
  return forms[field] ?? 'Contains invalid characters'
}

/** Errors by row and column of the file. */
export const faultsOf = (errors: readonly LeadImportError[], file: LeadFile, mapping: Mapping): Fault[] =>
  errors.map((error) => {
    const row = file.rows[error.row - 1]
    const heading = headingOf(error.field, file.headings, mapping)
    const isFixed = heading === undefined
    const place = isFixed ? -1 : file.headings.indexOf(heading)
    const value = isFixed && isFixable(error.field) ? mapping.fixed[error.field] : ''
    return {
      row: row?.number ?? error.row,
      column: heading ?? `${targetLabel(error.field)}, for all rows`,
      value: (row?.cells[place] ?? value).trim(),
      reason: reasonOf(error),
    }
  })

/** Cells that a spreadsheet would run as a formula are escaped with an apostrophe. */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The errors as a CSV file. The byte order mark marks it as UTF-8 for spreadsheets. */
export const faultFile = (faults: readonly Fault[]): string =>
  `\uFEFF${[
    ['Row', 'Column', 'Value', 'Problem'],
    ...faults.map(({ row, column, value, reason }) => [String(row), column, value, reason]),
  ]
    .map((cells) => `${cells.map(cellOf).join(',')}\r\n`)
    .join('')}`
