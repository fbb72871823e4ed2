import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PricingAuditEntry, PricingProduct } from '@app/contract'
import { startApp, untilBlocked } from '../../../test/harness.ts'

const { config, db, asStaff } = await startApp()

const url = '/api/admin/pricing/products'
const create = async (name: string, sortOrder = 0): Promise<PricingProduct> => {
  const payload = { name, category: 'postcard', startingPrice: 0.68, isVisible: true, sortOrder }
  return (await asStaff({ method: 'POST', url, payload })).json()
}
const put = (path: string, payload: object) => asStaff({ method: 'PUT', url: `${url}/${path}`, payload })
const reorder = (id: string, before: string | null | undefined) =>
  asStaff({ method: 'POST', url: `${url}/${id}/reorder`, payload: { before } })
const listed = async () => (await asStaff({ method: 'GET', url })).json<PricingProduct[]>()
const names = async () => (await listed()).map(({ name }) => name)
const orders = async () => (await listed()).map(({ sortOrder }) => sortOrder)
const audit = async (query = '') =>
  (await asStaff({ method: 'GET', url: `/api/admin/pricing/audit${query}` })).json<PricingAuditEntry[]>()
const updates = () => audit('?action=update')

beforeEach(() => db.query('truncate pricing_product, record_change'))

describe('listPricingProducts', () => {
  test('200 in the order that staff set, including hidden ones, with ties in natural name order, ignoring case and accents', async () => {
    for (const name of ['zebra', 'Éclair', 'Supercalifragilistic', 'nosort', 'apple', 'Eclair A', 'eclair b']) {
      await create(name)
    }
    const first = await create('last', -1)
    await put(`${first.id}/visibility`, { isVisible: false })
    expect(await names()).toEqual([
      'last',
      'apple',
      'Éclair',
      'Eclair A',
      'eclair b',
      'nosort',
      'Supercalifragilistic',
      'zebra',
    ])
  })

  test('200 with who last changed each product', async () => {
    const { id } = await create('One')
    const [created] = await listed()
    expect(created).toMatchObject({ changedBy: 'Staff owner', changedAt: expect.stringMatching(/Z$/) })
    await db.query("update record_change set actor = 'Somebody else'")
    expect(await listed()).toMatchObject([{ changedBy: 'Somebody else' }])
    await put(`${id}/visibility`, { isVisible: false })
    expect(await listed()).toMatchObject([{ changedBy: 'Staff owner' }])
  })
})

describe('updatePricingProducts', () => {
  const hide = (records: readonly object[]) =>
    asStaff({ method: 'PATCH', url, payload: { records, patch: { isVisible: false } } })

  test('200 hides all of them with an entry each, and skips deleted ones', async () => {
    const [one, two] = [await create('One'), await create('Two')]
    await put(`${two.id}/visibility`, { isVisible: false })
    const answer = await hide([one.id, two.id, randomUUID()].map((id) => ({ id })))
    expect(answer.statusCode).toBe(200)
    expect(answer.json<PricingProduct[]>().map(({ isVisible }) => isVisible)).toEqual([false, false])
    expect((await updates()).map(({ productId }) => productId)).toEqual([one.id, two.id])
  })

  test('412 and hides nothing when someone has changed one since', async () => {
    const [one, two] = [await create('One'), await create('Two')]
    await put(`${two.id}/visibility`, { isVisible: false })
    await put(`${two.id}/visibility`, { isVisible: true })
    const answer = await hide([one, two].map(({ id }) => ({ id, version: 1 })))
    expect([answer.statusCode, answer.json().records]).toMatchObject([412, [{ id: two.id, version: 3 }]])
    expect((await listed()).map(({ isVisible }) => isVisible)).toEqual([true, true])
  })
})

describe('reorderPricingProduct', () => {
  const threeProducts = async (...order: [number, number, number]) => ({
    one: await create('One', order[0]),
    two: await create('Two', order[1]),
    three: await create('Three', order[2]),
  })

  test('200 moves it before another one with one entry, and the others keep their order; nothing is written if it is already there', async () => {
    const { one, two, three } = await threeProducts(1, 2, 5)
    await reorder(one.id, two.id)
    await reorder(one.id, one.id)
    expect(await updates()).toEqual([])
    const answer = await reorder(three.id, one.id)
    expect(answer.statusCode).toBe(200)
    expect(answer.json<PricingProduct[]>().map(({ name }) => name)).toEqual(['Three', 'One', 'Two'])
    expect(await orders()).toEqual([1, 2, 5])
    const changes = [
      { field: 'place', before: '3', after: '1' },
      { field: 'sortOrder', before: '5', after: '1' },
    ]
    expect(await updates()).toMatchObject([{ productId: three.id, changes }])
    // Moves it back.
    await reorder(three.id, null)
    expect(await names()).toEqual(['One', 'Two', 'Three'])
  })

  test('200 renumbers all products when two have the same position', async () => {
    const { two } = await threeProducts(0, 0, 0)
    expect(await names()).toEqual(['One', 'Three', 'Two'])
    await reorder(two.id, null)
    await reorder(two.id, (await listed())[1]?.id)
    expect(await names()).toEqual(['One', 'Two', 'Three'])
    expect(await orders()).toEqual([10, 20, 30])
  })

  test('200 for two concurrent moves, applied one after the other', async () => {
    const { one, two, three } = await threeProducts(1, 2, 3)
    await Promise.all([reorder(three.id, one.id), reorder(two.id, one.id)])
    expect((await names()).at(-1)).toBe('One')
    expect(await orders()).toEqual([1, 2, 3])
  })

  test('200 with the order that a concurrent change leaves', async () => {
    const { one, two, three } = await threeProducts(0, 1, 2)
    const editor = new pg.Client({ connectionString: config.databaseUrl })
    await editor.connect()
    await editor.query('begin')
    await editor.query('update pricing_product set sort_order = 9 where id = $1', [two.id])
    const moving = reorder(three.id, one.id)
    await untilBlocked(db, 1)
    await editor.query('commit')
    await editor.end()
    await moving
    expect(await names()).toEqual(['Three', 'One', 'Two'])
  })

  test('404 for a missing product, and for a missing neighbor', async () => {
    const one = await create('One')
    expect((await reorder(randomUUID(), one.id)).statusCode).toBe(404)
    expect((await reorder(one.id, randomUUID())).statusCode).toBe(404)
  })
})

describe('listPricingAudit', () => {
  test('200 with the changes of these days, in the list and in the export', async () => {
    const insert = (at: string) =>
      db.query(
        "insert into record_change (id, group_id, record_type, action, record_id, created_at) values ($1, $1, 'pricing_product', $2, $1, $3)",
        [randomUUID(), `at-${at.slice(8, 10)}`, at],
      )
    // 11:30 p.m. in New York, the day before.
    for (const at of ['2026-01-04T17:00:00Z', '2026-01-05T04:30:00Z', '2026-01-06T17:00:00Z']) await insert(at)
    const actions = async (query: string) => (await audit(query)).map(({ action }) => action)
    expect(await actions('?from=2026-01-04&to=2026-01-04')).toEqual(['at-05', 'at-04'])
    expect(await actions('?from=2026-01-05')).toEqual(['at-06'])
    const file = await asStaff({ method: 'GET', url: '/api/admin/pricing/audit/export?to=2026-01-04' })
    expect(file.body.trimEnd().split('\r\n')).toHaveLength(3)
  })
})
