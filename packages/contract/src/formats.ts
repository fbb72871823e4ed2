// Formats that the contract names. The API and the forms check them with the same functions, each in linear time.

/** Characters that draw nothing: joiners, marks of direction, fillers, variation selectors. */
const invisible = String.raw`\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2060-\u2065\u206A-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB`
/** Line breaks, overrides of the direction of text, and halves of surrogate pairs. */
const misleading = String.raw`\u2028-\u202E\u2066-\u2069\uD800-\uDFFF`
const control = String.raw`\u0000-\u001F\u007F-\u009F`

const oneOf = (characters: string) => new RegExp(`[${characters}]`, 'u')
/** A text of so many characters, or more, that has none of these. */
const without = (characters: string, min = 1) =>
  new RegExp(`^[^\\s${misleading}${invisible}${characters}]{${min},}$`, 'u')

const notOnALine = oneOf(control + misleading)
const visible = oneOf(`^\\s${control}${misleading}${invisible}`)

/** One line of text in one direction, with at least one visible character. */
export const isLine = (text: string): boolean => !notOnALine.test(text) && visible.test(text)

/** One line, or nothing but spaces. */
export const isLineOrBlank = (text: string): boolean => /^ *$/.test(text) || isLine(text)

const localPart = without(String.raw`\u0000-\u0020"(),.:;<>@[\\\]\u007F-\u00A0`)
// All but letters and digits, in any script; the last label has no digits.
const labelPart = without(String.raw`\u0000-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF`)
const topLevel = without(String.raw`\u0000-\u0040\u005B-\u0060\u007B-\u00BF`, 2)

/** Letters and digits, and hyphens between them. */
const isLabel = (label: string): boolean =>
  !label.startsWith('-') && !label.endsWith('-') && labelPart.test(label.replaceAll('-', ''))

const isTopLevel = (label: string): boolean =>
  label.startsWith('xn--') ? isLabel(label.slice(4)) : topLevel.test(label)

/** An email address as common libraries accept it, in any script, without quotes, comments, and invisible characters. */
export function isEmail(text: string): boolean {
  const [local = '', domain = '', ...rest] = text.split('@')
  const labels = domain.split('.')
  const last = labels.pop() ?? ''
  return (
    rest.length === 0 &&
    local.split('.').every((part) => localPart.test(part)) &&
    labels.length > 0 &&
    labels.every(isLabel) &&
    isTopLevel(last)
  )
}

/** Each format by the name that schemas give it. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  email: isEmail,
  line: isLine,
  'line-or-blank': isLineOrBlank,
}
