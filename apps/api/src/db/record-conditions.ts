import type { Conditions } from './keyset-page.ts'

/** Records from the start of the day `from` to the end of the day `to`, in the business time zone. */
export function dayConditions(from: string | undefined, to: string | undefined, timeZone: string): Conditions {
  const where: Conditions = []
  if (from) where.push(['created_at >= ?::date::timestamp at time zone ?', [from, timeZone]])
  if (to) where.push(['created_at < (?::date + 1)::timestamp at time zone ?', [to, timeZone]])
  return where
}
