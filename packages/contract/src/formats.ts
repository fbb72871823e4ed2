// Formats named in the contract. The API and the forms check them with the same functions, each in linear time.

/**
 * Blank symbols and letters: the blank Braille cell, the object replacement character, the null notehead, and blank
 * hieroglyphs.
 */
const blank = String.raw`\u2800\uFFFC\u{1D159}\u{13441}\u{13442}`
/**
 * Characters that draw nothing by themselves: spaces, joiners, direction marks, fillers, tags, and unassigned code
 * points.
 */
const hidden = String.raw`\p{C}\p{Z}\p{Default_Ignorable_Code_Point}${blank}`
/** Line breaks, text direction controls, and lone surrogates. */
const misleading = String.raw`\u2028-\u202E\u2066-\u2069\uD800-\uDFFF`
const control = String.raw`\u0000-\u001F\u007F-\u009F`

const oneOf = (characters: string) => new RegExp(`[${characters}]`, 'u')
/** Matches text of at least `min` characters without white space, hidden characters, or any of these. */
const without = (characters: string, min = 1) => new RegExp(`^[^\\s${hidden}${characters}]{${min},}$`, 'u')

const notOnALine = oneOf(control + misleading)
/** Characters that are not allowed in multi-line text. */
const notInText = oneOf(String.raw`\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202D\u202E\uD800-\uDFFF`)
/** A letter, digit, punctuation mark, or symbol. Combining marks need one before them. */
const visible = new RegExp(`(?![${hidden}])[\\p{L}\\p{N}\\p{P}\\p{S}]`, 'u')

/** One line of text in one direction, with at least one visible character. */
export const isLine = (text: string): boolean => !notOnALine.test(text) && visible.test(text)

/** One line, or only spaces. */
export const isLineOrBlank = (text: string): boolean => /^ *$/.test(text) || isLine(text)

/** One line without leading or trailing spaces. */
export const isTrimmedLine = (text: string): boolean => isLine(text) && text === text.trim()

/** Multi-line text with at least one visible character. */
export const isText = (text: string): boolean => !notInText.test(text) && visible.test(text)

/** Like `isText`, or only spaces and line breaks. */
export const isTextOrBlank = (text: string): boolean => !notInText.test(text) && (visible.test(text) || !text.trim())

const localPart = without(String.raw`"(),.:;<>@[\\\]`)
// Only letters and digits, in any script. The last label has no digits.
const labelPart = without(String.raw`\u0000-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF`)
const topLevel = without(String.raw`\u0000-\u0040\u005B-\u0060\u007B-\u00BF`, 2)

/** Letters and digits, and hyphens between them. */
const isLabel = (label: string): boolean =>
  !label.startsWith('-') && !label.endsWith('-') && labelPart.test(label.replaceAll('-', ''))

const isTopLevel = (label: string): boolean =>
  label.startsWith('xn--') ? isLabel(label.slice(4)) : topLevel.test(label)

/** An email address as common libraries accept it, in any script, without quotes, comments, or invisible characters. */
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

/**
 * Spreadsheets run a cell that begins like this as a formula, some also with the full-width and small characters of East Asia,
 * or after invisible characters.
 */
const formula =
  /^[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20\uFE62\uFE63\uFE66\uFE6B]/u

/** True if a spreadsheet would run the cell as a formula. */
export const isFormula = (cell: string): boolean => formula.test(cell)

const dayPattern = /^(?!0000)\d{4}-\d\d-\d\d$/
const timePattern = /^[Tt ](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:0\d|1[0-5]):?[0-5]\d)$/

/**
 * A day that JavaScript and PostgreSQL interpret the same way. JavaScript parses February 30 as March 2. PostgreSQL has
 * no year 0.
 */
export const isDay = (text: string): boolean =>
  dayPattern.test(text) && new Date(`${text}T00:00:00Z`).toJSON() === `${text}T00:00:00.000Z`

/** An RFC 3339 time without leap seconds, with an offset that PostgreSQL accepts. */
export const isInstant = (text: string): boolean => isDay(text.slice(0, 10)) && timePattern.test(text.slice(10))

/** The formats by their names in schemas. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  email: isEmail,
  line: isLine,
  'line-or-blank': isLineOrBlank,
  'trimmed-line': isTrimmedLine,
  text: isText,
  'text-or-blank': isTextOrBlank,
  date: isDay,
  'date-time': isInstant,
}
