import { formatCount } from '@app/pricing'

/** A field whose value is kept in the query string. */
export interface UrlField {
  /** The default value, which the URL omits. */
  initial: string
  /** The value as written in the URL. Undefined for invalid text. */
  valueOf: (text: string) => string | undefined
}

/** A field with a fixed set of values. */
export const choiceField = (values: readonly [string, ...string[]]): UrlField => ({
  initial: values[0],
  valueOf: (text) => values.find((value) => value === text),
})

export interface NumberField extends UrlField {
  /** Describes the valid numbers, for the line under the field. */
  bounds: string
  /** The number in the text. Undefined if the text is not a number or is out of bounds. */
  numberOf: (text: string) => number | undefined
}

/** Digits, optionally with a comma or a space between thousands. */
const whole = String.raw`(?:\d{1,3}(?:[, ]\d{3})+|\d+)`
const patterns = { whole: new RegExp(`^${whole}$`), fraction: new RegExp(String.raw`^(?:${whole}(?:\.\d+)?|\.\d+)$`) }

/** Avoids the exponent notation of toString(), which the fields do not accept. */
const plain = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 })

/** A field for a number within bounds. Invalid numbers are neither rounded nor clamped. */
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
    valueOf(text) {
      const value = numberOf(text)
      return value === undefined ? undefined : plain.format(value)
    },
  }
}
