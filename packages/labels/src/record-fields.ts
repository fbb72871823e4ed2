import { type Field, fieldsWith } from './fields.ts'
import { leadFields } from './lead-fields.ts'
import { sampleRequestFields } from './sample-request-fields.ts'

/** The records that visitors create, by the names of their tables. */
const tables: Record<'lead' | 'sample_request', Readonly<Record<string, Field>>> = {
  lead: leadFields,
  sample_request: sampleRequestFields,
}

/** A field as a plain `Field`, for code that treats all fields alike. Undefined when the record has no field of this name. */
export const recordField = (record: keyof typeof tables, name: string): Field | undefined => tables[record][name]

/** The names of the fields of each record with this use. */
export const recordFieldsWith = <Use extends 'isSearched' | 'crmNote' | 'notified'>(use: Use) => ({
  lead: fieldsWith(leadFields, use),
  sample_request: fieldsWith(sampleRequestFields, use),
})
