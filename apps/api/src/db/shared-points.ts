import type { Pool } from 'pg'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { checkedRows } from './checked-rows.ts'
import { onlyRow, run, runPrepared } from './sql.ts'

const Taken = Type.Object({
  /** Points taken in this window, including these. */
  taken: Type.Integer(),
  /** Milliseconds until this key's window ends. */
  msLeft: Type.Number(),
})
type Taken = Type.Static<typeof Taken>

/** Points per key and time window, shared by all instances. */
export interface SharedPoints {
  take(key: string, points?: number): Promise<Taken>
  /** Reads the points used so far. */
  look(key: string): Promise<Taken>
  /** Restarts a key's window. */
  reset(key: string): Promise<void>
}

const minuteMs = 60_000
export const dayMs = 86_400_000
/** The database's clock in milliseconds. */
const clock = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`
/** A window that seems to end more than a full window from now began before the clock was set back. */
const isOver = (windowMs: number) =>
  sql`(counted.expire <= ${clock} or counted.expire > ${clock} + ${windowMs}::bigint)`

const taken = checkedRows(Taken)

/** Counted in the database by its clock, because the instances' clocks differ and may be set back. */
export const sharedPoints = (pool: Pool, prefix: string, windowMs = minuteMs): SharedPoints => ({
  async take(key, points = 1) {
    const rows = await runPrepared(
      pool,
      'take-points',
      sql`insert into rate_limit as counted (key, points, expire)
          values (${`${prefix}:${key}`}, ${points}, ${clock} + ${windowMs}::bigint)
                 on conflict (key) do update set
                    points = case when ${isOver(windowMs)} then excluded.points else counted.points + excluded.points end,
                    expire = case when ${isOver(windowMs)} then excluded.expire else counted.expire end
             returning points as taken, (expire - ${clock})::float8 as "msLeft"`,
    )
    return onlyRow(taken(rows))
  },

  async look(key) {
    const rows = await runPrepared(
      pool,
      'look-at-points',
      sql`select points as taken, (expire - ${clock})::float8 as "msLeft"
            from rate_limit as counted where key = ${`${prefix}:${key}`} and not ${isOver(windowMs)}`,
    )
    return taken(rows)[0] ?? { taken: 0, msLeft: windowMs }
  },

  async reset(key) {
    await run(pool, sql`delete from rate_limit where key = ${`${prefix}:${key}`}`)
  },
})

/** Deletes expired counters, which would restart anyway. No window is longer than a day. */
export const forgetOldPoints = sql`delete from rate_limit as counted where ${isOver(dayMs)}`
