import { searchedText } from './crm-columns.ts'
import type { Conditions } from './keyset-page.ts'

/** Characters with a meaning in LIKE patterns match themselves. */
const containing = (text: string) => `%${text.trim().replaceAll(/[\\%_]/g, '\\$&')}%`

/** A text search stops counting here, because no count of its matches can be pre-aggregated. */
export const searchCountCap = 1_000

/** A word that is long enough to be looked up by parts of it. */
const longWord = /[a-z0-9]{9,}/i

/**
 * Records whose names, email or company contain this text, ignoring case. The trigram index reads one list for each three
 * characters. A long word has many trigrams, and three of them narrow the result as well as all do: only those use the
 * index, and `is true` keeps the planner from using it for the whole text. Measured at 1,000,000 leads: 0.4 instead of
 * 1.7 ms.
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

/** Records from the start of the day `from` to the end of the day `to`, in the business time zone. */
export function dayConditions(from: string | undefined, to: string | undefined, timeZone: string): Conditions {
  const where: Conditions = []
  if (from) where.push(['created_at >= ?::date::timestamp at time zone ?', [from, timeZone]])
  if (to) where.push(['created_at < (?::date + 1)::timestamp at time zone ?', [to, timeZone]])
  return where
}
