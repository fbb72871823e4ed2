import { sql } from 'kysely'
import { type Connection, run } from './sql.ts'

/** Waits for every transaction that called this with the same name, and makes later ones wait for this one. */
export const oneAtATime = (transaction: Connection, name: string) =>
  run(transaction, sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
