export type FormValues = Record<string, string | boolean | string[]>

/** Maps values to the request. Values with the same request are equal: "0.7" and "0.70" are one price. */
export type InputOf<Values> = (values: Values) => object

export interface Merged<Values> {
  /** Your edits on top of the stored values. If both changed a field, yours wins. */
  values: Values
  /** Fields that only the other person changed. */
  kept: string[]
  /** Fields that both changed to different values. */
  clashes: string[]
}

const fieldsOf = (input: object) => {
  const members = new Map<string, unknown>(Object.entries(input))
  return (field: string): string | undefined => JSON.stringify(members.get(field))
}

/** Merges two edits of one record, field by field, based on the values that both started from. */
export function mergeEdits<Values extends FormValues>(
  base: Values,
  theirs: Values,
  yours: Values,
  inputOf: InputOf<Values>,
): Merged<Values> {
  const merged: Merged<Values> = { values: { ...theirs }, kept: [], clashes: [] }
  const was = fieldsOf(inputOf(base))
  const now = fieldsOf(inputOf(theirs))
  const own = fieldsOf(inputOf(yours))
  for (const field in theirs) {
    const isMine = own(field) !== was(field)
    if (isMine) merged.values[field] = yours[field]
    if (now(field) === was(field) || now(field) === own(field)) continue
    if (isMine) merged.clashes.push(field)
    else merged.kept.push(field)
  }
  return merged
}

/** The given fields whose values differ. */
export function differing<Values extends FormValues>(
  fields: readonly string[],
  one: Values,
  other: Values,
  inputOf: InputOf<Values>,
): string[] {
  const left = fieldsOf(inputOf(one))
  const right = fieldsOf(inputOf(other))
  return fields.filter((field) => left(field) !== right(field))
}
