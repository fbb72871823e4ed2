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
 * Merges two edits of one record, field by field, from the values that both began with. `inputOf` decides what counts as
 * the same value, namely what is sent for it: "0.7" and "0.70" are one price. A text on the screen may hide a difference.
 */
export function mergeEdits<Values extends FormValues>(
  base: Values,
  theirs: Values,
  yours: Values,
  inputOf: (values: Values) => object,
): Merged<Values> {
  const merged: Merged<Values> = { values: { ...theirs }, kept: [], clashes: [] }
  const sent = [base, theirs, yours].map((values) => new Map<string, unknown>(Object.entries(inputOf(values))))
  for (const field in theirs) {
    const [was, now, own] = sent.map((input) => JSON.stringify(input.get(field)))
    const isMine = own !== was
    if (isMine) merged.values[field] = yours[field]
    if (now === was || now === own) continue
    if (isMine) merged.clashes.push(field)
    else merged.kept.push(field)
  }
  return merged
}
