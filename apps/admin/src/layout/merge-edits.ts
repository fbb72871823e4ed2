export type FormValues = Record<string, string | boolean>

export interface Merged<Values> {
  /** One's own edits on top of what is stored. Where both changed a field, one's own value. */
  values: Values
  /** Fields that only the others changed. */
  kept: string[]
  /** Fields that both changed, differently. */
  clashes: string[]
}

/**
 * Merges two edits of one record, field by field, from the values that both began with. `textOf` decides what counts as
 * the same value: "0.7" and "0.70" are one price.
 */
export function mergeEdits<Values extends FormValues>(
  base: Values,
  theirs: Values,
  yours: Values,
  textOf: (field: string, value: string) => string,
): Merged<Values> {
  const merged: Merged<Values> = { values: { ...theirs }, kept: [], clashes: [] }
  for (const field in theirs) {
    const [was, now, own] = [base, theirs, yours].map((values) => textOf(field, String(values[field])))
    const isMine = own !== was
    if (isMine) merged.values[field] = yours[field]
    if (now === was || now === own) continue
    if (isMine) merged.clashes.push(field)
    else merged.kept.push(field)
  }
  return merged
}
