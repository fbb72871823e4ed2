import { describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/harness.ts'

const { app } = await startApp()

const quote = (...pieces: object[]) => app.inject({ method: 'POST', url: '/v1/quotes', payload: { Pieces: pieces } })
const card = { Size: '4.25x6', PostalClass: 'FirstClass' }

describe('createQuote', () => {
  test('200 with the tier, the exact unit, the total, and what a larger quantity saves', async () => {
    const answer = await quote({ ...card, Quantity: 1999 })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      Currency: 'USD',
      Quotes: [
        {
          ...card,
          Sheets: 1,
          Quantity: 1999,
          OnRequest: null,
          Unit: 0.68,
          Total: 1359.32,
          Tier: { From: 0, Label: '0–1,999' },
          NextTier: { From: 2000, Label: '2,000–4,999', Unit: 0.65 },
          Cheaper: { Quantity: 2000, Total: 1300, Saves: 59.32 },
        },
      ],
    })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('200 with exact unit prices, totals in whole cents, and a letter by its sheets', async () => {
    const { Quotes } = (
      await quote(
        { Size: '8.5x11', PostalClass: 'FirstClass', Quantity: 12_345 },
        { Size: '8.5x11', PostalClass: 'Standard', Sheets: 2, Quantity: 5000 },
      )
    ).json()
    expect(Quotes[0]).toMatchObject({ Unit: 0.835, Total: 10_308.08, NextTier: null, Cheaper: null })
    expect(Quotes[1]).toMatchObject({ Unit: 0.78, Total: 3900, NextTier: { From: 10_000, Unit: 0.75 } })
  })

  test('200 without a price where it is on request', async () => {
    const { Quotes } = (
      await quote(
        { ...card, Size: '6x11', Quantity: 1 },
        { ...card, Quantity: 100_001 },
        { ...card, Quantity: 100_000 },
      )
    ).json()
    const nothing = { Unit: null, Total: null, Tier: null, NextTier: null, Cheaper: null }
    expect(Quotes[0]).toMatchObject({ OnRequest: 'size', ...nothing })
    expect(Quotes[1]).toMatchObject({ OnRequest: 'volume', ...nothing })
    expect(Quotes[2]).toMatchObject({ OnRequest: null, Total: 59_000 })
  })

  test('400 for each piece that cannot be mailed, all at once', async () => {
    const answer = await quote({ ...card, PostalClass: 'Standard', Sheets: 2, Quantity: 1 }, { ...card, Quantity: 1 })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toMatchObject([
      { pointer: '/Pieces/0/PostalClass', code: 'postal_class_not_available', found: 'Standard' },
      { pointer: '/Pieces/0/Sheets', code: 'sheets_not_available', found: '2' },
    ])
  })

  test('400 says of each member what was found, what is allowed and what to do', async () => {
    const answer = await quote({ ...card, Size: '5x7', Quantity: 0, Color: 'red' })
    expect(answer.json().errors).toEqual([
      {
        in: 'body',
        pointer: '/Pieces/0/Color',
        code: 'unknown_field',
        detail: 'There is no field with this name.',
        found: 'Color',
        allowed: 'Size, PostalClass, Sheets, and Quantity',
        remedy: 'Remove the field, or check its spelling.',
      },
      expect.objectContaining({
        pointer: '/Pieces/0/Size',
        code: 'value_not_allowed',
        found: '5x7',
        allowed: '4.25x6, 6x9, 6x11, 8.5x11, 8.5x14',
      }),
      expect.objectContaining({
        pointer: '/Pieces/0/Quantity',
        code: 'too_small',
        found: '0',
        allowed: 'a whole number from 1 to 10000000',
      }),
    ])
  })

  test('403 for a page of another origin', async () => {
    const headers = { origin: 'https://evil.example' }
    const payload = { Pieces: [{ ...card, Quantity: 1 }] }
    expect((await app.inject({ method: 'POST', url: '/v1/quotes', headers, payload })).statusCode).toBe(403)
  })
})

test('404 and 405 under /v1 are problem documents', async () => {
  const unknown = await app.inject({ method: 'GET', url: '/v1/nope', headers: { accept: 'text/html' } })
  expect(unknown.statusCode).toBe(404)
  expect(unknown.headers['content-type']).toContain('application/problem+json')
  expect(unknown.headers['cache-control']).toBe('no-store')
  const other = await app.inject({ method: 'DELETE', url: '/v1/quotes' })
  expect(other.statusCode).toBe(405)
  expect(other.headers.allow).toBe('POST')
})
