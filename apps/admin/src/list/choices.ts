/** A value that can be chosen. */
export type Option = {
  value: string
  label: string
  /** Shown behind the label of a choice: how many records have it. */
  hint?: string | undefined
}

/** The values of a filter that takes several, as the address has them. One with a comma in it is known as a whole. */
export function choicesOf(text: string | undefined, known: readonly string[] = []): readonly string[] {
  if (!text) return []
  return known.includes(text) ? [text] : [...new Set(text.split(',').filter(Boolean))]
}

/** The address's text after a value was chosen or taken away. A value with a comma in it stands alone. */
export function withChoice(chosen: readonly string[], value: string, isChosen: boolean): string {
  const others = chosen.filter((other) => other !== value)
  if (!isChosen) return others.join(',')
  return value.includes(',') ? value : [...others.filter((other) => !other.includes(',')), value].join(',')
}

/** The first values that are allowed, or undefined when there are none: people edit addresses. */
export function allowedChoices<Value extends string>(
  text: string | undefined,
  isAllowed: (value: string) => value is Value,
  max: number,
): Value[] | undefined {
  const allowed = choicesOf(text).filter(isAllowed).slice(0, max)
  return allowed.length > 0 ? allowed : undefined
}
