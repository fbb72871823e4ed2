import type { Industry, LeadImportError, Volume } from '@app/api-client'
import { leadField } from '@app/labels'
import { volumeOf } from '@app/pricing'

export type Field = LeadImportError['field']

/** Fields with a list of values, which files may word differently. */
export const listedFields = ['industry', 'volume'] as const satisfies Field[]
export type ListedField = (typeof listedFields)[number]
export const isListed = (field: Field): field is ListedField => listedFields.some((name) => name === field)

/** Placeholders for unknown values. */
const blank = /^(?:n\/?a|none|null|nil|unknown|tbd|[-–—.?]+)$/i
const mayBeBlank = (field: Field): boolean => field !== 'firstName' && field !== 'lastName' && field !== 'source'

/** A number that a spreadsheet has rounded, like 9.18555E+09. Its other digits are lost. */
const rounded = /^\d(?:[.,]\d+)?e\+?\d+$/i

const folded = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9+]+/g, '')

/** The value with this label or name. */
function labeled(field: ListedField, text: string): string | undefined {
  const wanted = folded(text)
  const labels = leadField(field).values ?? {}
  return Object.keys(labels).find((value) => folded(value) === wanted || folded(labels[value] ?? '') === wanted)
}

const numbers = /(\d[\d,.'\s]*)(k|m)?/g
const around =
  /about|approx|approximately|circa|ca|up to|under|less than|below|over|more than|pieces|pcs|per month|a month|monthly|month|mo|to|k|m/g

const numberOf = (digits: string): number =>
  Number(
    digits
      .trim()
      .replaceAll(/[,.'\s](?=\d{3}(?!\d))/g, '')
      .replace(',', '.'),
  )

const times = (unit: string | undefined): number => ({ k: 1_000, m: 1_000_000 })[unit ?? ''] ?? 1

/** The band of a quantity: "30,000", "25000+", "10k-20k", "80-150k", "about 2,500 pcs / mo". */
function volumeIn(text: string): Volume | undefined {
  const lower = text.toLowerCase()
  const found = [...lower.matchAll(numbers)].map(([, digits = '', unit]) => ({ count: numberOf(digits), unit }))
  const rest = lower
    .replaceAll(numbers, '')
    .replaceAll(around, '')
    .replaceAll(/[\s+~<>/()–—-]/g, '')
  const [first, last = first] = found
  if (!first || !last || found.length > 2 || rest !== '') return undefined
  // The unit of a range is often written once.
  const unit = first.unit ?? (first.count < last.count ? last.unit : undefined)
  const [least, most] = [first.count * times(unit), last.count * times(last.unit)]
  if (!(least <= most)) return undefined
  const pieces = (least + most) / 2
  return volumeOf(/^\s*(?:<|under|less than|below|up to)/.test(lower) ? pieces - 1 : pieces)
}

/** Words in an industry's name that suggest one of ours. */
const industryWords: Readonly<Record<Industry, RegExp>> = {
  health: /dent|medic|clinic|health|wellness|chiro|fitness|gym|pharma|doctor|hospital|optom|optic|vet|therap|spa\b/,
  automotive: /auto|car\b|cars\b|dealer|vehicle|tire|motor|truck/,
  'home-services': /roof|plumb|hvac|landscap|contractor|clean|pest|solar|paint|remodel|lawn|floor|electric|construct/,
  mortgage: /mortgage|bank|loan|lend|credit|financ|real estate|realt/,
  retail: /retail|commerce|shop|store|boutique|apparel|restaurant|grocer/,
  other: /other|misc|non-?profit|educat|school|government/,
}

/** The likely value of a text, or an empty string. Staff see it and can choose another value. */
export function suggestionFor(field: ListedField, text: string): string {
  if (field === 'volume') return ''
  const lower = text.toLowerCase()
  return Object.entries(industryWords).find(([, words]) => words.test(lower))?.[0] ?? ''
}

/** The result of reading a cell. */
export type CellValue =
  | { value: string }
  /** The text matches nothing in the list. */
  | { unknown: string }
  /** Left out, because it can't be the original value. */
  | { lost: string }

/** Chosen values for texts that no label matches, by the text in lower case. Empty to leave the field empty. */
export type ValueChoices = Readonly<Record<ListedField, Readonly<Record<string, string>>>>
export const noChoices: ValueChoices = { industry: {}, volume: {} }

export const choiceKey = (text: string): string => text.trim().toLowerCase()

export function readCell(field: Field, text: string, choices: ValueChoices): CellValue {
  if (mayBeBlank(field) && blank.test(text)) return { value: '' }
  if (field === 'phone' && rounded.test(text)) return { lost: 'A spreadsheet rounded this number' }
  if (!isListed(field)) return { value: text }
  const known = labeled(field, text) ?? (field === 'volume' ? volumeIn(text) : undefined)
  if (known !== undefined) return { value: known }
  const key = choiceKey(text)
  const chosen = Object.hasOwn(choices[field], key) ? choices[field][key] : undefined
  return chosen === undefined ? { unknown: text } : { value: chosen }
}
