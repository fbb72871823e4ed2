/** The places where a field of a record appears. All of them are required, so that no use is forgotten. */
export interface Field {
  label: string
  /** The labels of its values, where they are a list. */
  values?: Readonly<Record<string, string>>
  /** Follows the value in a sentence. */
  unit?: string
  /** True when the search of the staff app covers it. For a phone number, the search covers its digits. */
  isSearched: boolean | 'digits'
  /** The column of the exported file. */
  csv: string | false
  /** True when the CRM's note has it; text is its label there. False for internal fields and those with their own CRM field. */
  crmNote: boolean | string
  /** True when emails, Slack messages, and webhooks about a new record have it. */
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
