import type { LeadImportRow } from '@app/api-client'
import { isFormula } from '@app/contract/formats'
import {
  type CellValue,
  choiceKey,
  type Field,
  isListed,
  type ListedField,
  readCell,
  suggestionFor,
} from './cell-values.ts'
import { isFixable, type Mapping, splitName, type Target, targets, unmappedColumns } from './mapping.ts'
import type { FileRow, TableFile } from '../../../files/read-table.ts'

export interface ReadRow {
  source: FileRow
  /** The row as it would be stored, without blank fields. */
  row: LeadImportRow
  /** Values of list fields that match no label. */
  unknown: { field: ListedField; text: string }[]
  /** Values left out of the imported row. */
  lost: { field: Field; text: string; reason: string }[]
}

/** The text of a cell, without the apostrophe that keeps spreadsheets from running it as a formula. */
function plain(cell = ''): string {
  const text = cell.trim()
  return text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1).trim() : text
}

export function readRow(source: FileRow, file: Pick<TableFile, 'headings'>, mapping: Mapping): ReadRow {
  const { columns, fixed, values } = mapping
  const read: ReadRow = { source, row: {}, unknown: [], lost: [] }
  const cell = (target: Target) => {
    const column = columns[target]
    return column === undefined ? '' : plain(source.cells[column])
  }
  const name = splitName(cell('fullName'))
  for (const target of targets) {
    if (target === 'fullName') continue
    const split = target === 'firstName' || target === 'lastName' ? name[target] : ''
    const text = cell(target) || split
    const found: CellValue = text
      ? readCell(target, text, values)
      : { value: isFixable(target) ? fixed[target].trim() : '' }
    if ('unknown' in found && isListed(target)) read.unknown.push({ field: target, text })
    if ('lost' in found) read.lost.push({ field: target, text, reason: found.lost })
    // A longer value is rejected as too long, so there is no need to send all of it.
    if ('value' in found && found.value) read.row[target] = found.value.slice(0, 6_000)
  }
  const more = mapping.keepsOthers ? othersOf(source, file, mapping) : ''
  if (more) read.row.message = [read.row.message, more].filter(Boolean).join('\n\n')
  return read
}

/** The cells of the columns that have no field: "Created: 3/4/2026". */
const othersOf = ({ cells }: FileRow, { headings }: Pick<TableFile, 'headings'>, mapping: Mapping): string =>
  unmappedColumns(headings, mapping)
    .flatMap((index) => {
      const text = plain(cells[index])
      return text ? [`${headings[index]}: ${text}`] : []
    })
    .join('\n')

export const readRows = (file: TableFile, mapping: Mapping): ReadRow[] =>
  file.rows.map((row) => readRow(row, file, mapping))

/** The mapping, with a suggestion for each unknown text that staff have not decided on. */
export function suggested(file: TableFile, mapping: Mapping): Mapping {
  const unknown = unknownValues(file, mapping)
  const withSuggestions = (field: ListedField) => {
    const made = unknown[field].flatMap(({ text }) => {
      const value = suggestionFor(field, text)
      return value ? [[choiceKey(text), value] as const] : []
    })
    return { ...Object.fromEntries(made), ...mapping.values[field] }
  }
  return { ...mapping, values: { industry: withSuggestions('industry'), volume: withSuggestions('volume') } }
}

export interface UnknownValue {
  text: string
  rows: number
}

/**
 * The texts in the file that are not a value of their field, most frequent first, including those that staff have
 * mapped.
 */
export function unknownValues(file: TableFile, mapping: Mapping): Record<ListedField, UnknownValue[]> {
  const counts = { industry: new Map<string, UnknownValue>(), volume: new Map<string, UnknownValue>() }
  const unmapped = { ...mapping, values: { industry: {}, volume: {} } }
  for (const row of file.rows) {
    for (const { field, text } of readRow(row, file, unmapped).unknown) {
      const key = choiceKey(text)
      const before = counts[field].get(key)
      counts[field].set(key, { text: before?.text ?? text, rows: (before?.rows ?? 0) + 1 })
    }
  }
  const sorted = (field: ListedField) => [...counts[field].values()].toSorted((a, b) => b.rows - a.rows)
  return { industry: sorted('industry'), volume: sorted('volume') }
}
