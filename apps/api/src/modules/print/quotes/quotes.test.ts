import type { PieceSize, PostalClass } from '@app/contract'
import { isLetterSize } from '@app/mail-piece/formats'
import { maxSheets, type PricedItem, priceList, volumeLimit } from '@app/pricing'
import type { PrintEngine } from '@app/print-engine/printing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addRenderer, letter, postcard, startPrintApp } from '../../../../test/print.ts'
import { folderStore } from '../files/folder-store.ts'
import { claimProof } from '../rendering/proof-rows.ts'
import { proofMaker } from '../rendering/proof-work.ts'

const { app, orm, db, folder } = await startPrintApp()
const em = orm.em.fork({ useContext: false })
await addRenderer(db)
await db.query("update print_renderer set seen_at = now() + interval '1 day'")

/** Replaces the browser and the press: returns as many pages as the request asks for. */
const engine: PrintEngine = {
  async proof({ values }) {
    const artPages = Number(values['first_name'])
    const pages = Array.from({ length: Math.min(artPages, 2 * maxSheets) }, (_, index) => ({
      page: index + 1,
      side: index % 2 === 0 ? ('front' as const) : ('back' as const),
      widthInches: 8.5,
      heightInches: 11,
      png: Buffer.from(`page ${index}`),
    }))
    return { pdf: Buffer.from('%PDF-'), pages, artPages, checks: [], spans: {} }
  },
  browser: {
    confinement: { kind: 'isolated' },
    counts: { layouts: 0, recycledPages: 0, recycledBrowsers: 0, refusedRequests: 0 },
  },
  close: async () => undefined,
}
const make = proofMaker({ em, engine, files: folderStore(folder), onFinished: async () => {} })

interface Asked {
  size: PieceSize
  postalClass: PostalClass
  /** Printed sides. */
  pages: number
  /** Sends a front and a back instead of one template. */
  hasSides: boolean
  quantity: number
}

const quantities = fc.oneof(
  fc.integer({ min: 1, max: volumeLimit + 10 }),
  fc.constantFrom(1, 1_999, 2_000, 4_999, 5_000, 9_999, 10_000, volumeLimit, volumeLimit + 1),
)
const letters = fc.record<Asked>({
  size: fc.constantFrom('8.5x11', '8.5x14'),
  postalClass: fc.constantFrom('FirstClass', 'Standard'),
  pages: fc.constantFrom(1, 2, 3, 4, 2 * maxSheets - 1, 2 * maxSheets),
  hasSides: fc.constant(false),
  quantity: quantities,
})
const sheets = letters.map((asked): Asked => ({ ...asked, pages: 2, hasSides: true }))
const postcards = fc.record<Asked>({
  size: fc.constantFrom('4.25x6', '6x9', '6x11'),
  postalClass: fc.constant('FirstClass'),
  pages: fc.constant(2),
  hasSides: fc.boolean(),
  quantity: quantities,
})

/** The list price in ten-thousandths of a dollar. Null if there is none. */
function listedUnit({ size, postalClass, pages }: Asked, quantity: number): number | null {
  const tier = [2_000, 5_000, 10_000].filter((from) => quantity >= from).length
  const at = (item: PricedItem) => Math.round((priceList[item][tier] ?? NaN) * 10_000)
  if (size === '6x11' || quantity > volumeLimit) return null
  if (size === '4.25x6' || size === '6x9') return at(`postcard-${size}`)
  const further = Math.floor((pages - 1) / 2)
  return (
    at(postalClass === 'Standard' ? 'letter-standard' : 'letter-first-class') + further * at('additional-letter-sheet')
  )
}

async function quoted(pieces: readonly Asked[]): Promise<{ Unit: number | null; Total: number | null }[]> {
  const Pieces = pieces.map(({ size, postalClass, pages, quantity }) => ({
    Size: size,
    PostalClass: postalClass,
    Sheets: Math.ceil(pages / 2),
    Quantity: quantity,
  }))
  return (await app.inject({ method: 'POST', url: '/v1/quotes', payload: { Pieces } })).json().Quotes
}

/** The price of a proof in its first response, and when it is ready. */
async function proofed({ size, postalClass, pages, hasSides }: Asked) {
  const isLetter = isLetterSize(size)
  const [one, front, back] = isLetter
    ? ['tmpl_planting_letter', 'tmpl_planting_letter', 'tmpl_planting_letter']
    : ['tmpl_spring_front', 'tmpl_spring_front', 'tmpl_spring_back']
  const named = hasSides
    ? { Template: undefined, Front: front, Back: back }
    : { Template: one, Front: undefined, Back: undefined }
  const body = isLetter ? letter() : postcard()
  const payload = {
    ...body,
    ...named,
    Size: size,
    PostalClass: postalClass,
    WaitForRender: false,
    VariablePayload: { first_name: String(pages), city: 'Tulsa', zone: '7a', frost_date: 'April 2', offer: '$25' },
  }
  const first = await app.inject({ method: 'POST', url: isLetter ? '/v1/letters' : '/v1/postcards', payload })
  expect(first.statusCode).toBe(202)
  const claimed = await claimProof(em, first.json().Id)
  if (claimed) await make(claimed, new AbortController().signal)
  const ready = (await app.inject(`/v1/proofs/${first.json().Id}`)).json()
  expect(ready).toMatchObject({ Status: 'ready', Pages: { length: Math.min(pages, 2 * maxSheets) } })
  return {
    first: first.json().Price,
    ready: ready.Price,
    reasons: [first.json().PriceReason, ready.PriceReason],
  }
}

test('a piece has the list price in its quote and in its proof', async () => {
  const known = new Map<string, Awaited<ReturnType<typeof proofed>>>()
  const price = fc.asyncProperty(
    fc.array(fc.oneof(letters, sheets, postcards), { minLength: 20, maxLength: 20 }),
    async (pieces) => {
      for (const [index, quote] of (await quoted(pieces)).entries()) {
        const asked = pieces[index]!
        const unit = listedUnit(asked, asked.quantity)
        expect(quote.Unit).toBe(unit && unit / 10_000)
        expect(quote.Total).toBe(unit && Math.round((unit * asked.quantity) / 100) / 100)

        // The quantity does not affect a proof, so each kind of piece is proofed once.
        const { quantity: _quantity, ...kind } = asked
        const name = JSON.stringify(kind)
        const proof = known.get(name) ?? (await proofed(asked))
        known.set(name, proof)
        const single = listedUnit(asked, 1)
        expect(proof.ready?.Total ?? null).toBe(single && single / 10_000)
        // A letter made from one template has no price until its pages are counted; every other price is final.
        expect(proof.first).toEqual(isLetterSize(asked.size) && !asked.hasSides ? null : proof.ready)
      }
    },
  )
  await fc.assert(price, { numRuns: 5 })
})

test.each([
  ['a letter of 12 pages', { size: '8.5x11', pages: 12 }, ['pages_not_counted', null]],
  ['a letter of 13 pages', { size: '8.5x11', pages: 13 }, ['pages_not_counted', 'too_many_pages']],
  ['a 6x11 postcard', { size: '6x11', pages: 2, hasSides: true }, ['on_request', 'on_request']],
] as const)('the proof of %s says why it has no price', async (_, piece, reasons) => {
  const proof = await proofed({ postalClass: 'FirstClass', hasSides: false, quantity: 1, ...piece })
  expect(proof.reasons).toEqual(reasons)
  expect(proof.ready === null).toBe(reasons[1] !== null)
})

const quote = (...pieces: object[]) => app.inject({ method: 'POST', url: '/v1/quotes', payload: { Pieces: pieces } })
const card = { Size: '4.25x6', PostalClass: 'FirstClass' }

describe('createQuote', () => {
  test('200 with the tier, the exact unit price, the total, and the savings of a larger quantity', async () => {
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

  test('400 for all pieces that cannot be mailed, in one response', async () => {
    const answer = await quote({ ...card, PostalClass: 'Standard', Sheets: 2, Quantity: 1 }, { ...card, Quantity: 1 })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toMatchObject([
      { pointer: '/Pieces/0/PostalClass', code: 'postal_class_not_available', found: 'Standard' },
      { pointer: '/Pieces/0/Sheets', code: 'sheets_not_available', found: '2' },
    ])
  })

  test('400 states for each member what was found, what is allowed and what to do', async () => {
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
