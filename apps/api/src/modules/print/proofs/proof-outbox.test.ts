import { beforeEach, expect, test } from 'vitest'
import { databaseForProofs, inSeconds, insertProof } from '../../../../test/proofs.ts'
import { takeProofs } from './proof-outbox.ts'

const { db, orm } = await databaseForProofs()
beforeEach(() => db.query('delete from print_proof'))

/** The proofs that the relay takes, in the order in which renderers get them. */
const take = async (limit = 200) => {
  const jobs = await orm.em.fork({ useContext: false }).transactional((transaction) => takeProofs(transaction, limit))
  return jobs.toSorted((one, other) => (other.priority ?? 0) - (one.priority ?? 0)).map(({ payload }) => payload.id)
}
const insertMany = (count: number, changes: Record<string, unknown>) =>
  Promise.all(Array.from({ length: count }, () => insertProof(db, { created_at: inSeconds(-60), ...changes })))

test('each proof is taken once, the oldest first', async () => {
  const [first] = await insertMany(1, { caller: 'one' })
  const second = await insertProof(db, { caller: 'other' })
  expect(await take(1)).toEqual([first])
  expect(await take()).toEqual([second])
  expect(await take()).toEqual([])
})

test('networks take turns, however many proofs one of them has waiting', async () => {
  await insertMany(10, { caller: 'many' })
  const few = await insertMany(2, { caller: 'few', created_at: inSeconds(-30) })
  const order = await take()
  expect(few.map((id) => order.indexOf(id))).toEqual([expect.any(Number), expect.any(Number)])
  expect(Math.max(...few.map((id) => order.indexOf(id)))).toBeLessThan(4)
})

test('a network that arrives later gets the next turn, and one that has had its turn moves behind others', async () => {
  const many = await insertMany(10, { caller: 'many' })
  const queued = await take()
  expect(queued.toSorted()).toEqual(many.toSorted())
  // Five of them are rendered.
  await db.query("update print_proof set status = 'ready' where id = any($1)", [queued.slice(0, 5)])
  const late = await insertProof(db, { caller: 'late' })
  const another = await insertProof(db, { caller: 'many' })
  await take()
  const { rows } = await db.query<{ id: string }>(
    "select id from print_proof where status = 'rendering' order by turn, id",
  )
  const order = rows.map(({ id }) => id)
  expect(order.indexOf(late)).toBeLessThan(2)
  expect(order.at(-1)).toBe(another)
})

test('proofs of built-in templates have a separate queue', { tags: ['G14'] }, async () => {
  const [house] = await insertMany(1, {})
  const { rows } = await db.query('select request from print_proof')
  const request = {
    ...rows[0].request,
    templates: [
      { Id: 'tmpl_spring_front', Version: 1 },
      { Id: 'tmpl_own', Version: 2 },
    ],
  }
  const own = await insertProof(db, { request: JSON.stringify(request) })
  const jobs = await orm.em.fork({ useContext: false }).transactional((transaction) => takeProofs(transaction, 200))
  const kinds = new Map(jobs.map(({ job, payload }) => [payload.id, job]))
  expect([kinds.get(house ?? ''), kinds.get(own)]).toEqual(['house_proof', 'proof'])
})

test('proofs whose callers are waiting go before all others, and their networks take turns, too', async () => {
  await insertMany(10, { caller: 'many' })
  const awaited = await insertMany(3, { caller: 'many', is_awaited: true })
  const single = await insertProof(db, { caller: 'single', is_awaited: true })
  const order = await take()
  expect(order.slice(0, 4).toSorted()).toEqual([...awaited, single].toSorted())
  expect(order[0]).toBe(single)
})
