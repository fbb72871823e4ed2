import { searchedText } from './crm-columns.ts'
import type { Conditions } from './keyset-page.ts'

/** Signs that mean something to LIKE are taken literally. */
const containing = (text: string) => `%${text.trim().replaceAll(/[\\%_]/g, '\\$&')}%`

/** Counting stops here where text is searched: it cannot be counted ahead. */
export const searchCountCap = 1_000

/** Letters and digits of one word that are worth looking up by parts. */
const longWord = /[a-z0-9]{9,}/i

/**
 * Records whose names, email or company hold this text, in any case. The index keeps three signs at a time and reads a
 * list for each of them. A long word makes many lists of which three find as much: then only those are looked up, and
 * `is true` keeps the index from the condition on the whole text. Measured at 1,000,000 leads: 0.4 instead of 1.7 ms.
 */
export function searchCondition(text: string | undefined): Conditions {
  if (!text) return []
  const whole: Conditions[number] = [`${searchedText} ilike ?`, [containing(text)]]
  const [word] = longWord.exec(text) ?? []
  if (!word) return [whole]
  const middle = Math.floor(word.length / 2) - 1
  const parts = [word.slice(0, 3), word.slice(middle, middle + 3), word.slice(-3)]
  return [
    ...parts.map((part): Conditions[number] => [`${searchedText} ilike ?`, [containing(part)]]),
    [`(${whole[0]}) is true`, whole[1]],
  ]
}

/** Records of the days `from` to `to`, both counted whole, in the business time zone. */
export function dayConditions(from: string | undefined, to: string | undefined, timeZone: string): Conditions {
  const where: Conditions = []
  if (from) where.push(['created_at >= ?::date::timestamp at time zone ?', [from, timeZone]])
  if (to) where.push(['created_at < (?::date + 1)::timestamp at time zone ?', [to, timeZone]])
  return where
}
