/** An option of a filter. */
export type Option = {
  value: string
  label: string
  /** Shown after the label: the number of records. */
  hint?: string | undefined
}

/** Encodes a text as a list item for the URL and the API's query, where commas separate items. */
export const choiceOf = (text: string): string => text.replaceAll(/[%,]/g, encodeURIComponent)

/** Decodes a list item that `choiceOf` encoded. */
export const textOf = (choice: string): string => choice.replaceAll(/%2c|%25/gi, decodeURIComponent)

/** The values of a multiple-choice filter in the URL. */
export const choicesOf = (text = ''): readonly string[] => [...new Set(text.split(',').filter(Boolean))]

export const isOneOf =
  <Value extends string>(labels: Readonly<Record<Value, string>>) =>
  (value: string): value is Value =>
    Object.hasOwn(labels, value)

/** The first `max` valid values, or undefined if no value is valid. Users can edit URLs. */
export function allowedChoices<Value extends string>(
  text: string | undefined,
  isAllowed: (value: string) => value is Value,
  max: number,
): Value[] | undefined {
  const allowed = choicesOf(text).filter(isAllowed).slice(0, max)
  return allowed.length > 0 ? allowed : undefined
}
