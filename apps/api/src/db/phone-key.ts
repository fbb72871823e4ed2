import { sql } from 'kysely'
import type { Fragment } from './sql.ts'

/** A phone number within a company, at the end of its number: "x45", "ext. 45". */
const extension = String.raw`\s*(?:x|ext\.?|extension|#)\s*\d{1,6}\s*$`
const keyLength = 10

/** The comparable form of a phone number: its last ten digits, without an extension. */
export const phoneKey = (phone: Fragment): Fragment =>
  sql`right(regexp_replace(regexp_replace(${phone}, ${sql.lit(extension)}, '', 'i'), '\\D', '', 'g'), ${sql.lit(keyLength)})`

/** The same of a text. */
export const phoneKeyOf = (phone: string): string =>
  phone
    .replace(/(?:x|ext\.?|extension|#)\s*\d{1,6}\s*$/i, '')
    .replaceAll(/\D/g, '')
    .slice(-keyLength)
