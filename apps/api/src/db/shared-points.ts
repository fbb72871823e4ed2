import type { Pool } from 'pg'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { checkedRows, onlyRow } from './checked-rows.ts'
import { run, runPrepared } from './run.ts'

const Taken = Type.Object({
  /** Points that were taken in this minute, these included. */
  taken: Type.Integer(),
  /** Milliseconds until the minute of this key is over. */
  msLeft: Type.Number(),
})
type Taken = Type.Static<typeof Taken>

/** Points per key and minute that all instances share. */
export interface SharedPoints {
  take(key: string, points?: number): Promise<Taken>
  /** Begins the minute of a key anew. */
  reset(key: string): Promise<void>
}

const windowMs = 60_000
/** The database's clock in milliseconds. */
const clock = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`
/** A minute that seems to end later than a minute from now was begun before the clock was set back. */
const isOver = sql`counted.expire <= ${clock} or counted.expire > ${clock} + ${sql.lit(windowMs)}`

const taken = checkedRows(Taken)

/** Counted in the database and by its clock: those of the instances differ, and may be set back. */
export const sharedPoints = (pool: Pool, prefix: string): SharedPoints => ({
  async take(key, points = 1) {
    const rows = await runPrepared(
      pool,
      'take-points',
      sql`insert into rate_limit as counted (key, points, expire)
          values (${`${prefix}:${key}`}, ${points}, ${clock} + ${sql.lit(windowMs)})
                 on conflict (key) do update set
                    points = case when ${isOver} then excluded.points else counted.points + excluded.points end,
                    expire = case when ${isOver} then excluded.expire else counted.expire end
             returning points as taken, (expire - ${clock})::float8 as "msLeft"`,
    )
    return onlyRow(taken(rows))
  },

  async reset(key) {
    await run(pool, sql`delete from rate_limit where key = ${`${prefix}:${key}`}`)
  },
})

/** Deletes what is over and would be counted anew anyway. */
export const forgetOldPoints = sql`delete from rate_limit as counted where ${isOver}`
