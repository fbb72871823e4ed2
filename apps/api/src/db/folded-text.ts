import { sql } from 'kysely'
import type { Fragment } from './sql.ts'

/**
 * Letters that Unicode does not decompose, with the letters that people type instead, and spellings of an apostrophe.
 */
const typedAs: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  '’': "'",
  '‘': "'",
  ʼ: "'",
}

const letters = Object.keys(typedAs).join('')

/** Letters that fold to two letters. */
const pairs: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }

/** A text without case and accents, so that "muller" is found in "Müller". */
export const folded = (text: string): string =>
  Array.from(text.normalize('NFKD').replaceAll(/[\u0300-\u036F]/g, ''))
    .map((character) => character.toLowerCase())
    .map((character) => typedAs[character] ?? pairs[character] ?? character)
    .join('')

/**
 * `folded()` in SQL. Uses only built-in, immutable functions, so an index can store the result without a custom
 * function in the schema. Most texts are ASCII and take the fast path.
 */
export function foldedSql(text: Fragment): Fragment {
  const plain = sql`lower(regexp_replace(normalize(${text}, nfkd), '[\\u0300-\\u036f]', '', 'g'))`
  const replaced = sql`translate(${plain}, ${sql.lit(letters)}, ${sql.lit(Object.values(typedAs).join(''))})`
  const long = Object.entries(pairs).reduce<Fragment>(
    (folded, [one, two]) => sql`replace(${folded}, ${sql.lit(one)}, ${sql.lit(two)})`,
    replaced,
  )
  return sql`case when octet_length(${text}) = length(${text}) then lower(${text}) else ${long} end`
}

/** An extension at the end of a phone number: "x45", "ext. 45". */
const extension = String.raw`\s*(?:x|ext\.?|extension|#)\s*\d{1,6}\s*$`
const keyLength = 10

/** The comparable form of a phone number: its last ten digits, without an extension. */
export const phoneKey = (phone: Fragment): Fragment =>
  sql`right(regexp_replace(regexp_replace(${phone}, ${sql.lit(extension)}, '', 'i'), '\\D', '', 'g'), ${sql.lit(keyLength)})`

/** `phoneKey` for a text. */
export const phoneKeyOf = (phone: string): string =>
  phone
    .replace(/(?:x|ext\.?|extension|#)\s*\d{1,6}\s*$/i, '')
    .replaceAll(/\D/g, '')
    .slice(-keyLength)
