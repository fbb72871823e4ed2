import { setImmediate } from 'node:timers/promises'
import {
  type FieldError,
  LeadPatch,
  type LeadImportError,
  LeadImportField,
  type LeadImportRow,
  LeadInput,
} from '@app/contract'
import * as Type from 'typebox'
import { exactValidator } from '../../../http/validation.ts'

/** The members of a row: form fields, and fields that staff edit. */
const importedFields = LeadImportField.enum

type CleanRow = Pick<LeadInput & LeadPatch, LeadImportField>

/** Files and the operations that write the same members share the contract's rules. */
const validate = exactValidator(
  Type.Pick(Type.Object({ ...LeadInput.properties, ...LeadPatch.properties }), [...importedFields]),
)
const isClean = (row: object): row is CleanRow => validate(row)

const codes: Readonly<Record<string, LeadImportError['code']>> = {
  required: 'required',
  maxLength: 'too_long',
  enum: 'value_not_allowed',
}

/** Trimmed, and without members that are blank. */
function trimmed(row: LeadImportRow): Partial<Record<LeadImportField, string>> {
  const kept: Partial<Record<LeadImportField, string>> = {}
  for (const field of importedFields) {
    const text = row[field]?.trim()
    if (text) kept[field] = text
  }
  return kept
}

const isField = (name: string): name is LeadImportField => importedFields.some((field) => field === name)

/** The first error of each invalid member. */
function faultsOf(row: number): LeadImportError[] {
  const found = new Map<LeadImportField, LeadImportError>()
  for (const { keyword, instancePath, params } of validate.errors ?? []) {
    const missing: unknown = params['missingProperty']
    const field = typeof missing === 'string' ? missing : instancePath.slice(1)
    if (isField(field) && !found.has(field)) found.set(field, { row, field, code: codes[keyword] ?? 'invalid_format' })
  }
  return importedFields.flatMap((field) => found.get(field) ?? [])
}

export interface NumberedRow {
  /** From 1, as in the file. */
  row: number
  lead: CleanRow
}

/** Rows between two pauses that let other requests run. */
const rowsAtOnce = 100

/** Reads the rows of a file. Returns the valid ones as leads, and the errors of the others. */
export async function readRows(rows: readonly LeadImportRow[]) {
  const read: { clean: NumberedRow[]; errors: LeadImportError[] } = { clean: [], errors: [] }
  for (const [index, given] of rows.entries()) {
    if (index > 0 && index % rowsAtOnce === 0) await setImmediate()
    const lead = trimmed(given)
    if (isClean(lead)) read.clean.push({ row: index + 1, lead })
    else read.errors.push(...faultsOf(index + 1))
  }
  return read
}

const details: Readonly<Record<LeadImportError['code'], string>> = {
  required: 'is required',
  too_long: 'is too long',
  invalid_format: 'has characters or a format that is not accepted',
  value_not_allowed: 'must be one of the allowed values',
}

/** Import errors as field errors of the request. */
export const memberErrors = (errors: readonly LeadImportError[]): FieldError[] =>
  errors.map(({ row, field, code }) => ({ in: 'body', pointer: `/rows/${row - 1}/${field}`, detail: details[code] }))
