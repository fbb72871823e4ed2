import { sql } from 'kysely'
import type { Fragment } from './sql.ts'

/** Records from the start of the day `from` to the end of the day `to`, in the business time zone. */
export function dayConditions(
  createdAt: Fragment,
  { from, to }: { from?: string; to?: string },
  timeZone: string,
): Fragment[] {
  const where: Fragment[] = []
  if (from) where.push(sql`${createdAt} >= ${from}::date::timestamp at time zone ${timeZone}`)
  if (to) where.push(sql`${createdAt} < (${to}::date + 1)::timestamp at time zone ${timeZone}`)
  return where
}
