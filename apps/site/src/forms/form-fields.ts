import { fieldNames } from '@app/labels'
import { optionalLine, optionalText, required, trimmed } from './form-values.ts'

/** How to show, check, and send a field. */
export interface FormField<Value = unknown> {
  label: string
  /** Fields with the same number share a row. */
  row: number
  type?: 'email' | 'tel'
  inputMode?: 'numeric'
  autoComplete?: string
  isRequired?: boolean
  isLong?: boolean
  options?: readonly (string | { value: string; label: string })[]
  /** Returns the message below the field, or null if the text is valid. */
  rule?: (text: string) => string | null
  /** Converts the text to the value to send. Undefined is not sent. */
  sent: (text: string) => Value
}

/** A required single-line field. */
export const line = (label: string, row: number, autoComplete: string) => ({
  label,
  row,
  autoComplete,
  isRequired: true,
  rule: required(`${label} is required`),
  sent: trimmed,
})

/** Makes a single-line field optional. */
export const optional = { rule: optionalLine, sent: optionalText }

const each = <Fields extends object, Value>(fields: Fields, valueOf: (name: keyof Fields & string) => Value) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each name becomes a member.
  Object.fromEntries(fieldNames(fields).map((name) => [name, valueOf(name)])) as Record<keyof Fields & string, Value>

export const emptyValues = <Fields extends object>(fields: Fields) => each(fields, () => '')

export const rulesOf = <Name extends string>(fields: Readonly<Record<Name, FormField>>) =>
  each(fields, (name) => fields[name].rule ?? (() => null))

/** The properties of a request, each converted by its field. */
export const sentValues = <Fields extends Readonly<Record<string, FormField>>>(
  fields: Fields,
  form: Readonly<Record<keyof Fields & string, string>>,
) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each property has its field's return type.
  each(fields, (name) => fields[name]?.sent(form[name])) as { [Name in keyof Fields]: ReturnType<Fields[Name]['sent']> }
