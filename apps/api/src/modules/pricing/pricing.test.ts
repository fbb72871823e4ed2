import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'

const { app, db } = await startApp()

const insertProduct = (name: string, changes: { visible?: boolean; order?: number; price?: string } = {}) =>
  db.query(
    `insert into pricing_product (id, name, category, starting_price, features, is_visible, sort_order)
     values ($1, $2, 'letter', $3, '{"28 lb paper"}', $4, $5)`,
    [randomUUID(), name, changes.price ?? '0.8350', changes.visible ?? true, changes.order ?? 0],
  )

describe('listVisiblePricingProducts', () => {
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
