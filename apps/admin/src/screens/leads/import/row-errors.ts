import type { LeadImportError } from '@app/api-client'
import { leadField } from '@app/labels'
import { browser } from '../../../urls/browser.ts'
import type { Field } from './cell-values.ts'
import { columnOf, isFixable, type Mapping, targetLabel } from './mapping.ts'
import { type FileRow, type TableFile, problemHeading } from '../../../files/read-table.ts'
import { tableText } from '../../../files/table-text.ts'
import type { ReadRow } from './read-rows.ts'

/** A value that cannot be imported, as it is in the file. */
export interface Fault {
  source: FileRow
  column: string
  value: string
  reason: string
}

const forms: Partial<Record<Field, string>> = { email: 'Is not an email address' }

const listOf = (field: Field): string => Object.values(leadField(field).values ?? {}).join(', ')

function reasonOf({ field, code }: Pick<LeadImportError, 'field' | 'code'>): string {
  if (code === 'required') return 'Is required'
  if (code === 'too_long') return field === 'message' ? 'Is longer than 5,000 characters' : 'Is too long'
  if (code === 'value_not_allowed') return `Must be one of: ${listOf(field)}`
  return forms[field] ?? 'Contains invalid characters'
}

interface Context {
  file: TableFile
  mapping: Mapping
}

/** A fault in one cell, or in a value set for all rows. */
function faultOf(source: FileRow, field: Field, reason: string, { file, mapping }: Context): Fault {
  const column = columnOf(field, mapping)
  const isFixed = column === undefined
  const value = isFixed && isFixable(field) ? mapping.fixed[field] : (source.cells[column ?? -1] ?? '')
  return {
    source,
    column: isFixed ? `${targetLabel(field)}, for all rows` : (file.headings[column] ?? ''),
    value: value.trim(),
    reason,
  }
}

/** Errors found in a row before it is sent to the server. */
export const ownFaults = ({ source, unknown }: ReadRow, context: Context): Fault[] => [
  ...(source.problem ? [{ source, column: '', value: '', reason: source.problem }] : []),
  ...unknown.map(({ field }) => faultOf(source, field, reasonOf({ field, code: 'value_not_allowed' }), context)),
]

/** Values that are left out when the row is imported. */
export const lostValues = ({ source, lost }: ReadRow, context: Context): Fault[] =>
  lost.map(({ field, reason }) => faultOf(source, field, reason, context))

/** Errors that the server found in the rows that were sent. */
export const foundFaults = (errors: readonly LeadImportError[], sent: readonly ReadRow[], context: Context): Fault[] =>
  errors.flatMap((error) => {
    const source = sent[error.row - 1]?.source
    return source ? [faultOf(source, error.field, reasonOf(error), context)] : []
  })

/**
 * The rows that can't be imported, as a file with the original columns and one for their problems. Once fixed, the file
 * can be imported. The byte order mark identifies it as UTF-8 to spreadsheets.
 */
export function fileOfFaults(faults: readonly Fault[], { headings }: Pick<TableFile, 'headings'>): string {
  const byRow = Map.groupBy(faults, ({ source }) => source)
  const problem = ({ column, reason }: Fault) => (column ? `${column}: ${reason}` : reason)
  const rows = [...byRow].map(([{ cells }, found]) => [
    ...headings.map((_, index) => cells[index] ?? ''),
    found.map(problem).join('; '),
    ...cells.slice(headings.length),
  ])
  return tableText([[...headings, problemHeading], ...rows])
}

export function saveFaults(faults: readonly Fault[], file: TableFile): void {
  browser.saveFile(new Blob([fileOfFaults(faults, file)], { type: 'text/csv' }), faultFileName(file.name))
}

/** "fair.csv" → "fair - rows to fix.csv" */
const faultFileName = (name: string): string =>
  `${name.replace(/( - rows to fix)?(\.\w{1,5})?$/, '')} - rows to fix.csv`
