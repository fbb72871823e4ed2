/** Where a field of a record appears. Every use is required, so that none is forgotten. */
export interface Field {
  label: string
  /** The labels of its values, if they are a fixed list. */
  values?: Readonly<Record<string, string>>
  /** Follows the value in a sentence. */
  unit?: string
  /** True if the staff app's search covers the field. Phone numbers are searched by their digits. */
  isSearched: boolean | 'digits'
  /** The field's column in the export. */
  csv: string | false
  /**
   * True if the CRM note includes the field. A string is its label there. False for internal fields and those with
   * their own CRM field.
   */
  crmNote: boolean | string
  /** True if emails, Slack messages, and webhooks about a new record include the field. */
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
