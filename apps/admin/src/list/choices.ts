/** An option of a filter. */
export type Option = {
  value: string
  label: string
  /** Shown after the label: the number of records. */
  hint?: string | undefined
}

/** The values of a multiple-choice filter in the URL. A value with a comma in it is only valid on its own. */
export function choicesOf(text: string | undefined, known: readonly string[] = []): readonly string[] {
  if (!text) return []
  return known.includes(text) ? [text] : [...new Set(text.split(',').filter(Boolean))]
}

/** The URL parameter after a value was added or removed. A value with a comma in it replaces the others. */
export function withChoice(chosen: readonly string[], value: string, isChosen: boolean): string {
  const others = chosen.filter((other) => other !== value)
  if (!isChosen) return others.join(',')
  return value.includes(',') ? value : [...others.filter((other) => !other.includes(',')), value].join(',')
}

/** Whether a value has a label. */
export const isOneOf =
  <Value extends string>(labels: Readonly<Record<Value, string>>) =>
  (value: string): value is Value =>
    Object.hasOwn(labels, value)

/** The first valid values, or undefined if there are none: people edit URLs. */
export function allowedChoices<Value extends string>(
  text: string | undefined,
  isAllowed: (value: string) => value is Value,
  max: number,
): Value[] | undefined {
  const allowed = choicesOf(text).filter(isAllowed).slice(0, max)
  return allowed.length > 0 ? allowed : undefined
}
