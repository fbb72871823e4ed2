import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'

const { app, db, asStaff, makeStaff, countRows } = await startApp()

const insertProduct = (name: string, changes: { visible?: boolean; order?: number; price?: string } = {}) =>
  db.query(
    `insert into pricing_product (id, name, category, starting_price, features, is_visible, sort_order)
     values ($1, $2, 'letter', $3, '{"28 lb paper"}', $4, $5)`,
    [randomUUID(), name, changes.price ?? '0.8350', changes.visible ?? true, changes.order ?? 0],
  )

beforeEach(() => db.query('truncate pricing_product, record_change'))

const url = '/api/admin/pricing/products'
const input = (changes: Record<string, unknown> = {}) => ({
  name: '4.25x6 postcard',
  category: 'postcard',
  startingPrice: 0.68,
  isVisible: true,
  ...changes,
})
const create = (changes: Record<string, unknown> = {}) => asStaff({ method: 'POST', url, payload: input(changes) })
const put = (id: string, changes: Record<string, unknown>, headers: Record<string, string> = {}) =>
  asStaff({ method: 'PUT', url: `${url}/${id}`, payload: input(changes), headers })
const show = (id: string, isVisible: boolean, headers: Record<string, string> = {}) =>
  asStaff({ method: 'PUT', url: `${url}/${id}/visibility`, payload: { isVisible }, headers })
const listed = async () => (await asStaff({ method: 'GET', url })).json()
const audit = async (query = '') => (await asStaff({ method: 'GET', url: `/api/admin/pricing/audit${query}` })).json()

describe('listPublicPricingProducts', () => {
  test('200 to anyone, in order, without hidden ones, with prices as exact numbers', async () => {
    await insertProduct('Beta')
    await insertProduct('Alpha')
    await insertProduct('First', { order: -1, price: '0' })
    await insertProduct('Secret', { visible: false })
    const answer = await app.inject({ method: 'GET', url: '/api/pricing/products' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual([
      expect.objectContaining({ name: 'First', startingPrice: 0 }),
      expect.objectContaining({ name: 'Alpha', startingPrice: 0.835, features: ['28 lb paper'], category: 'letter' }),
      expect.objectContaining({ name: 'Beta' }),
    ])
    expect(answer.body).not.toContain('Secret')
    expect(answer.json()[0]).not.toHaveProperty('isVisible')
  })
})

describe('createPricingProduct', () => {
  test('201 with the whole product and one entry that records who created what', async () => {
    const answer = await create({ startingPrice: 0.835, features: [' 28 lb ', 'Duplex'] })
    expect(answer.statusCode).toBe(201)
    const product = answer.json()
    expect(product).toMatchObject({ startingPrice: 0.835, features: ['28 lb', 'Duplex'], sortOrder: 0, version: 1 })
    expect(await listed()).toEqual([product])
    const [entry, ...others] = await audit()
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      action: 'create',
      productId: product.id,
      productName: '4.25x6 postcard',
      actor: 'Staff owner',
    })
    expect(entry.changes).toContainEqual({ field: 'startingPrice', before: null, after: '0.835' })
    expect(entry.changes).toContainEqual({ field: 'features', before: null, after: '28 lb\nDuplex' })
  })

  test('features are stored as typed, with any characters and words', async () => {
    const features = ['NULL', 'null', '28 lb, white', 'a "quote", here', String.raw`back\slash {x}`, 'café \u200d,']
    const answer = await create({ features })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ features })
    expect(await listed()).toEqual([answer.json()])
    const changed = await put(answer.json().id, { features: features.toReversed() })
    expect(changed.json()).toMatchObject({ features: features.toReversed() })
    expect(await listed()).toEqual([changed.json()])
    expect((await show(answer.json().id, false)).json()).toMatchObject({ features: features.toReversed() })
    expect(await listed()).toMatchObject([{ features: features.toReversed(), isVisible: false }])
  })

  test('409 with a clear message when the list is full, with nothing stored, even with concurrent requests', async () => {
    await db.query(
      `insert into pricing_product (id, name, category, starting_price)
       select gen_random_uuid(), 'Product ' || n, 'letter', 1 from generate_series(1, 198) as n`,
    )
    const { cookie } = await makeStaff()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => app.inject({ method: 'POST', url, payload: input(), headers: { cookie } })),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(2)
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(3)
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'limit_reached',
      detail: 'You’ve reached the maximum of 200 products. Edit one that is no longer offered.',
    })
    expect(await listed()).toHaveLength(200)
    expect(await countRows('record_change')).toBe(2)
  })

  test.each([
    [0.3, '0.3000'],
    [0.0001, '0.0001'],
    [1.1, '1.1000'],
    [999_999, '999999.0000'],
    [123_456.7891, '123456.7891'],
    [0, '0.0000'],
  ])('201 keeps %d exactly', { tags: ['E05'] }, async (startingPrice, price) => {
    expect((await create({ startingPrice })).json()).toMatchObject({ startingPrice })
    const { rows } = await db.query('select starting_price::text as price from pricing_product')
    expect(rows).toEqual([{ price }])
  })

  test.each([
    [{ category: 'box' }],
    [{ startingPrice: -0.01 }],
    [{ startingPrice: '0.68' }],
    [{ startingPrice: 0.68001 }],
    [{ name: ' ' }],
    [{ features: [''] }],
    [{ features: ['a'.repeat(201)] }],
    [{ features: Array.from({ length: 51 }, () => 'a') }],
    [{ isVisible: undefined }],
    [{ sortOrder: 1.5 }],
    [{ sortOrder: 2 ** 31 }],
    [{ startingPrice: 1_000_000 }],
    [{ version: 7 }],
  ])('400 for %j, and nothing is stored', { tags: ['D10', 'E04', 'E05', 'E06', 'E07'] }, async (changes) => {
    expect((await create(changes)).statusCode).toBe(400)
    expect([await countRows('pricing_product'), await countRows('record_change')]).toEqual([0, 0])
  })
})

describe('updatePricingProduct', () => {
  test('200 with one entry that lists exactly what changed, and without one when nothing changes', async () => {
    const { id } = (await create()).json()
    const answer = await put(id, { startingPrice: 0.65, description: 'New' })
    expect(answer.json()).toMatchObject({ startingPrice: 0.65, description: 'New', version: 2 })
    const same = await put(id, { name: ' 4.25x6 postcard ', startingPrice: 0.65, description: 'New' })
    expect(same.json()).toMatchObject({ version: 2 })
    const [entry, ...others] = await audit()
    expect(others).toHaveLength(1)
    expect(entry).toMatchObject({
      action: 'update',
      changes: [
        { field: 'startingPrice', before: '0.68', after: '0.65' },
        { field: 'description', before: null, after: 'New' },
      ],
    })
  })

  test('200 for one, 412 for the others that saw the same version', { tags: ['E13'] }, async () => {
    const { id } = (await create()).json()
    const prices = [0.61, 0.62, 0.63, 0.64]
    const answers = await Promise.all(prices.map((startingPrice) => put(id, { startingPrice }, { 'if-match': '"1"' })))
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '412', '412', '412'])
    expect(await countRows('record_change')).toBe(2)
    const winner = answers.find(({ statusCode }) => statusCode === 200)
    expect(await listed()).toEqual([winner?.json()])
  })

  test('500 rolls back the change when its entry cannot be written', async () => {
    const { id } = (await create()).json()
    await db.query('alter table record_change rename to record_change_away')
    const answer = await put(id, { startingPrice: 9 })
    await db.query('alter table record_change_away rename to record_change')
    expect(answer.statusCode).toBe(500)
    expect(await listed()).toMatchObject([{ startingPrice: 0.68, version: 1 }])
  })
})

describe('updatePricingProductVisibility', () => {
  test('200 hides it from visitors immediately, with an update entry, and without one for a repeat', async () => {
    const { id } = (await create()).json()
    expect((await show(id, false)).json()).toMatchObject({ isVisible: false, version: 2 })
    expect((await app.inject({ method: 'GET', url: '/api/pricing/products' })).json()).toEqual([])
    await show(id, false)
    expect((await audit()).map(({ action }: { action: string }) => action)).toEqual(['update', 'create'])
    expect((await audit())[0].changes).toEqual([{ field: 'isVisible', before: 'true', after: 'false' }])
  })

  test('200 for all of 20 at the same time, with an entry for each version', { tags: ['E12'] }, async () => {
    const { id } = (await create()).json()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => show(id, n % 2 === 0)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    const [{ version }] = (await listed()) as [{ version: number }]
    expect(await countRows('record_change')).toBe(version)
  })

  test('412 for an older version, 404 when it does not exist', async () => {
    const { id } = (await create()).json()
    await put(id, { name: 'Newer' })
    expect((await show(id, false, { 'if-match': '"1"' })).statusCode).toBe(412)
    for (const answer of [await show(randomUUID(), false), await put(randomUUID(), {})])
      expect(answer.statusCode).toBe(404)
  })
})

describe('listPricingAudit', () => {
  test('200 with the account and its name, which outlives the account', async () => {
    const { cookie } = await makeStaff()
    await app.inject({ method: 'POST', url, payload: input(), headers: { cookie } })
    const [entry] = await audit()
    expect(entry).toMatchObject({ actor: 'Staff owner', actorId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    await db.query('delete from staff_user where id = $1', [entry.actorId])
    expect(await audit()).toEqual([entry])
  })

  test('200 newest first, for one product, one kind or one person, with unknown kinds unchanged', async () => {
    const { id } = (await create()).json()
    await create({ name: 'Other' })
    await put(id, { startingPrice: 1 })
    await db.query(
      "insert into record_change (id, group_id, record_type, action, record_id) values ($1, $1, 'pricing_product', 'imported', $2)",
      [randomUUID(), id],
    )
    const actions = async (query = '') => (await audit(query)).map(({ action }: { action: string }) => action)
    expect(await actions(`?productId=${id}`)).toEqual(['imported', 'update', 'create'])
    expect(await actions('?action=create')).toEqual(['create', 'create'])
    expect(await actions('?actor=Nobody')).toEqual([])
    expect((await audit('?action=imported'))[0]).not.toHaveProperty('actor')
  })
})

describe('exportPricingAudit', () => {
  const exported = (query = '') => asStaff({ method: 'GET', url: `/api/admin/pricing/audit/export${query}` }, 'viewer')

  test('200 with one line per matching change, its edits in one cell, and formulas escaped', async () => {
    const { id } = (await create({ name: '=1+1' })).json()
    await create({ name: 'Other' })
    await put(id, { name: '=1+1', startingPrice: 0.65, description: 'New', features: ['One', 'Two'] })
    const answer = await exported(`?productId=${id}&action=update&actor=Staff%20owner`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="pricing-changes-[\d-]{10}\.csv"$/)
    const [heads, line, ...others] = answer.body.split('\r\n')
    expect(heads).toBe('\uFEFFid,createdAt,action,productId,productName,actor,changes')
    expect(line).toMatch(
      new RegExp(String.raw`^[\da-f-]{36},\d{4}-\d\d-\d\dT[\d:.]+Z,update,${id},'=1\+1,Staff owner,`),
    )
    expect(line).toMatch(/,"startingPrice: 0\.68 → 0\.65\ndescription: New\nfeatures: One\nTwo"$/)
    expect(others).toEqual([''])
  })

  test('200 with as many lines as the log counts, across several batches, newest first', async () => {
    await db.query(
      `insert into record_change (id, group_id, record_type, action, record_id, created_at)
       select gen_random_uuid(), gen_random_uuid(), 'pricing_product', 'imported', gen_random_uuid(), timestamptz '2026-11-01' + n * interval '1 minute'
         from generate_series(1, 300) as n`,
    )
    const log = await asStaff({ method: 'GET', url: '/api/admin/pricing/audit?limit=1' })
    const lines = (await exported()).body.trimEnd().split('\r\n').slice(1)
    expect(String(lines.length)).toBe(log.headers['x-total-count'])
    const instants = lines.map((line) => line.split(',')[1])
    expect(new Set(instants).size).toBe(300)
    expect(instants).toEqual(instants.toSorted((a = '', b = '') => b.localeCompare(a)))
  })
})
