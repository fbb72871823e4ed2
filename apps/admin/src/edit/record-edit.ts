import type { FormRulesRecord } from '@mantine/form'
import type { Kind } from '../cache/reload-records.ts'
import type { Basis } from '../session/use-kept-draft.tsx'
import type { FormValues, InputOf } from './merge-edits.ts'
import type { Answer } from './undo-change.ts'

export interface EditedRecord {
  id: string
  /** Absent for records that only one person edits. */
  version?: number | undefined
  changedBy?: string | undefined
  changedAt?: string | undefined
}

/** The stored record as form values, and who changed it last, if the API knows. */
export interface Stored<Values> extends Basis<Values> {
  changedBy?: string | undefined
  changedAt?: string | undefined
}

/** The version of a record that is written over. */
export interface Over<Values> extends Basis<Values> {
  id: string
}

interface Texts<Values, Data> {
  /** Without it, what happens next says enough. */
  saved?: string | ((data: Data, values: Values) => string)
  /** The toast after Undo, if it differs. */
  undone?: (data: Data) => string
  failed: string
}

/** A form: what it edits, and how that is written. */
export interface RecordEdit<Values extends FormValues, Item extends EditedRecord, Data> {
  /** "campaign link". With the id of the record, it names the draft: no other form has the same. */
  what: string
  /** The current record. Absent for a new one. For several records that are edited together, the id joins all their ids. */
  record?: Item | undefined
  valuesOf: (record: Item | undefined) => Values
  rules?: FormRulesRecord<Values>
  /** Fields whose text is never stored in the browser. */
  secrets?: readonly (keyof Values)[]
  /** Without it, values are the same only if they are spelled the same. */
  inputOf?: InputOf<Values>
  /** Creates a record, or writes over this version of it. Undefined if there is nothing to write. */
  send: (values: Values, over: Over<Values> | undefined) => Promise<Answer<Data>> | undefined
  /** Reads the stored record; undefined if it no longer exists. Leave it out if only one person edits the record. */
  read?: (id: string) => Promise<Item | undefined>
  /** Toast texts. A form that can create a record can recreate it after somebody deleted it. */
  create?: Texts<Values, Data>
  update?: Texts<Values, Data>
  kind: Kind
  fieldText?: (field: string) => string
  valueText?: (field: string, value: string) => string
  /** A second sentence for the toast. */
  note?: (data: Data) => string | undefined
  /** Why it was refused, if the server's own words do not do. */
  refusal?: (error: Error) => string | undefined
  /** Puts the response where the record is shown. Without it, what is shown is loaded again. */
  show?: (data: Data) => unknown
  /** The record as it was saved, for a form that stays open. */
  storedOf?: (data: Data) => Item
  onSaved?: (data: Data, values: Values) => unknown
  onClose?: () => void
}

/** The stored state that a form is based on. Undefined for a new record and for one without versions. */
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
