/** Fields of a record by name, as JSON values. */
export type Values = Readonly<Record<string, unknown>>
