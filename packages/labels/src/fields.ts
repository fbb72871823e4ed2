/** Where a field of a record appears. Every use is stated, so that none is forgotten. */
export interface Field {
  label: string
  /** The labels of its values, where they are a list. */
  values?: Readonly<Record<string, string>>
  /** Follows the value in a sentence. */
  unit?: string
  /** Whether the search of the staff app looks into it, for a phone number into its digits. */
  isSearched: boolean | 'digits'
  /** The column of the exported file. */
  csv: string | false
  /** Whether the CRM's note has it, or its label there. False for what has a field of its own in the CRM. */
  crmNote: boolean | string
  /** Whether emails, Slack messages, and webhooks about a new record have it. */
  notified: boolean
}

/** The fields whose use is not false. */
export type NameWith<Fields, Use extends string> = {
  [Name in keyof Fields]: Fields[Name] extends Readonly<Record<Use, false>> ? never : Name
}[keyof Fields]

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys has the type string[], whatever the keys are.
export const fieldNames = <Fields extends object>(fields: Fields) => Object.keys(fields) as (keyof Fields & string)[]

/** The names of the fields with this use, in their order. */
export const fieldsWith = <Fields extends object, Use extends keyof Fields[keyof Fields] & string>(
  fields: Fields,
  use: Use,
) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The filter is what the type says.
  fieldNames(fields).filter((name) => fields[name][use] !== false) as (NameWith<Fields, Use> & string)[]
