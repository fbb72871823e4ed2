import { isEmail, isLine } from '@app/contract/formats'

/** Requires visible text without control characters, such as a name. */
export const requiredLine = (message: string) => (value: string) => {
  if (!value.trim()) return message
  return isLine(value.trim()) ? null : 'Use printable letters, digits, and symbols only'
}

/** Like `requiredLine`, but the text may be empty. */
export const optionalLine = (value: string) => (value.trim() ? requiredLine('')(value) : null)

export function emailRule(value: string) {
  if (!value.trim()) return 'Email is required'
  return isEmail(value.trim()) ? null : 'Please enter a valid email'
}

/** Trims the texts of a form. */
export const trimmed = <Values extends object>(values: Values): Values =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each value keeps its name and type.
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  ) as Values
