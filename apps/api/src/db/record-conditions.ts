import { searchedText } from './crm-columns.ts'
import type { Conditions } from './keyset-page.ts'

/** Signs that mean something to LIKE are taken literally. */
const containing = (text: string) => `%${text.trim().replaceAll(/[\\%_]/g, '\\$&')}%`

/** Records whose names, email or company hold this text, in any case. */
export const searchCondition = (text: string | undefined): Conditions =>
  text ? [[`${searchedText} ilike ?`, [containing(text)]]] : []

/** Records of the days `from` to `to`, both counted whole, in the business time zone. */
export function dayConditions(from: string | undefined, to: string | undefined, timeZone: string): Conditions {
  const where: Conditions = []
  if (from) where.push(['created_at >= ?::date::timestamp at time zone ?', [from, timeZone]])
  if (to) where.push(['created_at < (?::date + 1)::timestamp at time zone ?', [to, timeZone]])
  return where
}
