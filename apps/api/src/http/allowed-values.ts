/** The schema keywords that the contract uses for input. */
export interface Schema {
  type?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  pattern?: string
  format?: string
  description?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  maxProperties?: number
}

const list = new Intl.ListFormat('en-US')

/** "1 to 80", "at most 80", "5". Undefined without bounds. */
function range(least: number | undefined, most: number | undefined): string | undefined {
  if (most === undefined) return least === undefined ? undefined : `at least ${least}`
  if (least === most) return String(most)
  return least === undefined ? `at most ${most}` : `${least} to ${most}`
}

const counted = (bounds: string | undefined, one: string, many: string): string =>
  bounds === undefined ? '' : ` of ${bounds} ${bounds === '1' ? one : many}`

/** The patterns of the print API, in words. */
const patternWords: ReadonlyMap<string, string> = new Map([
  ['^[A-Z]{2}$', 'two capital letters'],
  [String.raw`^\d{5}(-\d{4})?$`, '5 digits, or 5 digits, a hyphen, and 4 digits'],
  [String.raw`^[\w-]+$`, 'letters, digits, hyphens, and underscores'],
  [String.raw`^tmpl_\w+$`, 'tmpl_ followed by letters, digits, or underscores'],
  ['^proof_[0-9A-Za-z]{20}$', 'proof_ followed by 20 letters or digits'],
  ['^asset_[0-9A-Za-z]{20}$', 'asset_ followed by 20 letters or digits'],
  ['^piece_[0-9A-Za-z]{20}$', 'piece_ followed by 20 letters or digits'],
  ['^track_[0-9A-Za-z]{20}$', 'track_ followed by 20 letters or digits'],
  [String.raw`^\d{4}-(0[1-9]|1[0-2])$`, 'a month such as 2026-11'],
])

/** The formats of the print API, in words. */
const formatWords: ReadonlyMap<string, string> = new Map([
  ['line', 'one line with at least one visible character'],
  ['line-or-blank', 'one line'],
  ['text-or-blank', 'lines without control characters'],
  ['date', 'a day such as 2026-11-24'],
  ['date-time', 'a time such as 2026-11-24T15:04:05Z'],
  ['email', 'an email address'],
])

function textWords({ minLength, maxLength, pattern, format, description }: Schema): string {
  const text = `text${counted(range(minLength, maxLength), 'character', 'characters')}`
  const form =
    patternWords.get(pattern ?? '') ??
    (pattern === undefined ? (formatWords.get(format ?? '') ?? format) : description?.replace(/\.$/, ''))
  return form === undefined ? text : `${text}: ${form}`
}

function numberWords(kind: string, { minimum, maximum }: Schema): string {
  const bounds = range(minimum, maximum)
  if (bounds === undefined) return kind
  return minimum !== undefined && maximum !== undefined ? `${kind} from ${bounds}` : `${kind} of ${bounds}`
}

function objectWords({ properties = {}, required = [], maxProperties }: Schema): string {
  const optional = Object.keys(properties).filter((name) => !required.includes(name))
  return [
    `an object${counted(range(undefined, maxProperties), 'field', 'fields')}`,
    required.length > 0 && ` with ${list.format(required)}`,
    optional.length > 0 && `, optionally with ${list.format(optional)}`,
  ]
    .filter(Boolean)
    .join('')
}

const wordsByType: Readonly<Record<string, (schema: Schema) => string>> = {
  string: textWords,
  integer: (schema) => numberWords('a whole number', schema),
  number: (schema) => numberWords('a number', schema),
  boolean: () => 'true or false',
  null: () => 'null',
  array: ({ minItems, maxItems, uniqueItems, items }) =>
    `a list${counted(range(minItems, maxItems), 'item', uniqueItems ? 'different items' : 'items')}${items ? `, each ${allowedValue(items)}` : ''}`,
  object: objectWords,
}

/** The types of a schema in words, without bounds: "text or null". */
export const allowedType = ({ type }: Schema): string =>
  (Array.isArray(type) ? type.map(String) : [String(type)])
    .map((name) => wordsByType[name]?.({}) ?? 'another value')
    .join(' or ')

/** The constraints of a schema in words: "text of 1 to 80 characters". */
export function allowedValue(schema: Schema): string {
  if (schema.enum) return schema.enum.map(String).join(', ')
  if (schema.anyOf) return schema.anyOf.map(allowedValue).join(' or ')
  const { type } = schema
  const types = Array.isArray(type) ? type.map(String) : [String(type)]
  return types.map((name) => wordsByType[name]?.(schema) ?? 'another value').join(' or ')
}

/** The names that the members of an object may have. */
export function allowedMembers({ properties = {} }: Schema): string {
  const names = Object.keys(properties)
  return names.length === 0 ? 'no fields' : list.format(names)
}
