import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll } from 'vitest'
import { closeOrm, openOrm } from '../src/db/orm.ts'
import { poolOf } from '../src/db/sql.ts'
import { entities } from '../src/entities/entities.ts'
import { privateDatabase } from './harness.ts'

const address = { AddressLine1: '1418 Cedar Ln Apt 2', City: 'Tulsa', State: 'OK', Zip: '74104' }

/** The queue tests insert rows relative to this time; the database uses the same machine's clock. */
export const inSeconds = (seconds: number): Date => new Date(new Date().getTime() + 1_000 * seconds)

/** Inserts a waiting proof, and returns its id. Values are keyed by column name. */
export async function insertProof(db: pg.Client, changes: Record<string, unknown> = {}): Promise<string> {
  const row: Record<string, unknown> = {
    id: `proof_${randomUUID().replaceAll('-', '').slice(0, 20)}`,
    caller: 'somebody',
    piece: 'postcard',
    size: '4.25x6',
    postal_class: 'FirstClass',
    request: JSON.stringify({
      to: { Name: 'Dana Sample', ...address },
      from: { Name: 'Your Garden Center', ...address },
      values: { first_name: 'Dana' },
      templates: [
        { Id: 'tmpl_spring_front', Version: 1 },
        { Id: 'tmpl_spring_back', Version: 1 },
      ],
    }),
    price: JSON.stringify({ Unit: 0.68 }),
    expires_at: inSeconds(86_400),
    ...changes,
  }
  const names = Object.keys(row)
  await db.query(
    `insert into print_proof (${names.join(', ')}) values (${names.map((_, place) => `$${place + 1}`).join(', ')})`,
    Object.values(row),
  )
  return String(row['id'])
}

export async function proofRow(db: pg.Client, id: string): Promise<Record<string, unknown> | undefined> {
  const { rows } = await db.query<Record<string, unknown>>('select * from print_proof where id = $1', [id])
  return rows[0]
}

/** A separate database for the calling test file, without an app. Its connections end with the file. */
export async function databaseForProofs() {
  const { url, db, close } = await privateDatabase()
  const orm = await openOrm(url, { entities, poolMax: 4 })
  afterAll(async () => {
    await closeOrm(orm)
    await close()
  })
  return { url, db, orm, pool: await poolOf(orm.em) }
}
