import type { FormRulesRecord } from '@mantine/form'
import type { QueryClient } from '@tanstack/react-query'
import type { Kind } from '../cache/reload-records.ts'
import type { Basis } from '../session/use-draft.tsx'
import type { FormValues, InputOf } from './merge-edits.ts'
import type { Answer } from './undo-change.ts'

export interface EditedRecord {
  id: string
  /** Absent for records that only one person edits. */
  version?: number | undefined
  changedBy?: string | undefined
  changedAt?: string | undefined
}

/** The stored record as form values, and who last changed it, if the API returns that. */
export interface Stored<Values> extends Basis<Values> {
  changedBy?: string | undefined
  changedAt?: string | undefined
}

/** The version that the write replaces. */
export interface Over<Values> extends Basis<Values> {
  id: string
}

interface Texts<Values, Data> {
  /** Omit it if the next step makes the outcome obvious. */
  saved?: string | ((data: Data, values: Values) => string)
  /** The toast after Undo, if different. */
  undone?: (data: Data) => string
  failed: string
}

/** Describes a form: the record it edits and how that record is written. */
export interface RecordEdit<Values extends FormValues, Item extends EditedRecord, Data> {
  /**
   * A noun such as "campaign link". Together with the record's id, it is the key of the draft, so it must be unique.
   */
  what: string
  /** The current record. Absent for a new one. To edit several records together, the id combines all of their ids. */
  record?: Item | undefined
  valuesOf: (record: Item | undefined) => Values
  rules?: FormRulesRecord<Values>
  /** Fields whose text is never stored in the browser: secrets, and times that default to now. */
  unstored?: readonly (keyof Values)[]
  /** Without it, values are equal only if they are spelled the same. */
  inputOf?: InputOf<Values>
  /** Creates a record, or replaces this version of it. Undefined if there is nothing to write. */
  send: (values: Values, over: Over<Values> | undefined) => Promise<Answer<Data>> | undefined
  /** Reads the stored record. Undefined if it no longer exists. Omit it if only one person edits the record. */
  read?: (id: string) => Promise<Item | undefined>
  /** Toast texts. A form that can create a record can recreate one that was deleted. */
  create?: Texts<Values, Data>
  update?: Texts<Values, Data>
  kind: Kind
  labels?: Readonly<Record<string, string>>
  valueText?: (field: string, value: string) => string
  /** Replaces the server's reason for a refusal. */
  refusal?: (error: Error) => string | undefined
  /** Puts the response where the record is shown. By default, the record is reloaded. */
  show?: (queryClient: QueryClient, data: Data) => unknown
  /** Receives the saved record, for a form that stays open. */
  storedOf?: (data: Data) => Item
  onSaved?: (data: Data, values: Values) => unknown
  onClose?: () => void
}

/** The form values of a record. Missing fields get the values of the empty form. */
export const valuesFrom =
  <Values extends FormValues>(empty: Values) =>
  (record?: { readonly [Field in keyof Values]?: Values[Field] | null }): Values => {
    const values = { ...empty }
    for (const field in empty) values[field] = record?.[field] ?? empty[field]
    return values
  }

/** The stored state that a form is based on. Undefined for new records and records without versions. */
export const storedState = <Values extends FormValues, Item extends EditedRecord>(
  record: Item | undefined,
  valuesOf: (record: Item) => Values,
): Stored<Values> | undefined =>
  record?.version === undefined
    ? undefined
    : {
        version: record.version,
        values: valuesOf(record),
        changedBy: record.changedBy,
        changedAt: record.changedAt,
      }
