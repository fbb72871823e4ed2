import { formatCount } from '@app/pricing'
/** A field whose value the address of the page holds. */
export interface AddressField {
  /** The value that is left out of the address. */
  initial: string
  /** The value as the address holds it; undefined for text that is no value of this field. */
  valueOf: (text: string) => string | undefined
}

/** A field with a few known values. */
export const choiceField = (values: readonly [string, ...string[]]): AddressField => ({
  initial: values[0],
  valueOf: (text) => values.find((value) => value === text),
})

export interface NumberField extends AddressField {
  /** What the field takes, for the line under it. */
  bounds: string
  /** The number that the text stands for; undefined when it is none, or out of bounds. */
  numberOf: (text: string) => number | undefined
}

/** Digits, with a comma or a space between thousands, or none. */
const whole = String.raw`(?:\d{1,3}(?:[, ]\d{3})+|\d+)`
const patterns = { whole: new RegExp(`^${whole}$`), fraction: new RegExp(String.raw`^(?:${whole}(?:\.\d+)?|\.\d+)$`) }

/** A field for a number within bounds. A number is never rounded or moved into them. */
export function numberField(initial: number, kind: keyof typeof patterns, min: number, max: number): NumberField {
  const numberOf = (text: string) => {
    if (!patterns[kind].test(text.trim())) return undefined
    const value = Number(text.replaceAll(/[, ]/g, ''))
    return value >= min && value <= max ? value : undefined
  }
  return {
    initial: String(initial),
    bounds: `${kind === 'whole' ? 'a whole number' : 'a number'} from ${formatCount(min)} to ${formatCount(max)}`,
    numberOf,
    valueOf: (text) => numberOf(text)?.toString(),
  }
}
