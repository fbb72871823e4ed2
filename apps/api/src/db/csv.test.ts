import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { LeadEntity } from '../entities/leads.entity.ts'
import { csvFile, csvOf } from './csv.ts'
import { poolOf, columns } from './sql.ts'

const { orm, db } = await startApp()
const rows = 250
await db.query(
  `insert into lead (id, first_name, last_name, email, lead_source, source)
   select gen_random_uuid(), 'Dana', n::text, 'dana@example.com', 'x', 'y' from generate_series(1, ${rows}) as n`,
)
const pool = await poolOf(orm.em)
/** Queries so far, and connections in use: current number and maximum. */
const seen = { queries: 0, now: 0, most: 0 }
pool.on('acquire', () => {
  seen.queries += 1
  seen.now += 1
  seen.most = Math.max(seen.most, seen.now)
})
pool.on('release', () => (seen.now -= 1))

const { lastName } = columns(LeadEntity)
const open = () => csvFile(orm.em.fork(), { entity: LeadEntity, columns: { name: lastName }, where: [] })

test('a batch is read only after the previous one was consumed', { tags: ['R46'] }, async () => {
  const parts = (await open())[Symbol.asyncIterator]()
  const before = seen.queries
  expect((await parts.next()).value).toBe('\uFEFFname\r\n')
  expect((await parts.next()).value.split('\r\n')).toHaveLength(101)
  expect(seen.queries).toBe(before)
  expect((await parts.next()).value.split('\r\n')).toHaveLength(101)
  expect(seen.queries).toBe(before + 1)
})

test('concurrent files take turns, and each is complete', { tags: ['R46'] }, async () => {
  seen.most = 0
  const lines = async () => (await text(Readable.from(await open()))).split('\r\n').slice(1, -1)
  const files = await Promise.all(Array.from({ length: 5 }, lines))
  expect(files.map((file) => new Set(file).size)).toEqual(Array.from({ length: 5 }, () => rows))
  expect(seen.most).toBe(1)
})

test('no cell is a formula', async () => {
  const lines = (await text(Readable.from(csvOf(['name'], [['\u200B=1+1'], ['1+1']])))).split('\r\n')
  expect(lines.slice(1, 3)).toEqual(["'\u200B=1+1", '1+1'])
})
