import { text } from 'node:stream/consumers'
import type { PieceSize } from '@app/contract'
import { moneyOf, quote, times } from '@app/pricing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addAccount } from '../../../test/customers.ts'
import { startPieceApp } from '../../../test/pieces.ts'
import { letter } from '../../../test/print.ts'
import { addMonth } from '../../../test/production.ts'
import { pieceOf } from '../print/quotes/quotes.ts'
import { exportStatement } from './statements.queries.ts'

const { db, em, call, read, send, finish, move } = await startPieceApp()

describe('getUsage', () => {
  const usageOf = (key: string, query = '') => read(key, `/v1/usage${query}`)

  test('200 with the lines of the month, the cap, and the savings of the next tier', async () => {
    const { live } = await addAccount(db, { monthly_cap: 5_000 })
    await send(live.key)
    await send(live.key)
    const id = (await call(live.key, 'POST', '/v1/letters', letter({ DryRun: false, WaitForRender: false }))).json().Id
    expect(await usageOf(live.key)).toMatchObject({ Pieces: 3, Uncounted: 1, Total: 2.26 })
    await finish(id, { pages: 3 })
    expect(await usageOf(live.key)).toMatchObject({
      Mode: 'live',
      Pieces: 3,
      Cap: 5_000,
      Total: 2.38,
      Uncounted: 0,
      Tier: { From: 0 },
      NextTier: { From: 2_000, Pieces: 1_997, Saves: 0.1 },
      Lines: [
        { Size: '4.25x6', Sheets: 1, Quantity: 2, Unit: 0.68, Total: 1.36 },
        { Size: '8.5x11', Sheets: 2, Quantity: 1, Unit: 1.02, Total: 1.02 },
      ],
    })
    expect(await usageOf(live.key, '?Month=2020-01')).toMatchObject({ Pieces: 0, Total: 0, Lines: [] })
  })

  /** The result of `quote()` for the pieces of a month: the total in cents, and the exact price before any rounding. */
  const quotedMonth = async (workspace: string) => {
    const { rows } = await db.query<{ size: PieceSize; sheets: number; quantity: number }>(
      `select size, coalesce(sheets, 1) as sheets, count(*)::int as quantity from piece
        where workspace_id = $1 and status not in ('rejected', 'canceled') group by 1, 2`,
      [workspace],
    )
    const pieces = rows.reduce((sum, { quantity }) => sum + quantity, 0)
    const month = { pieces, total: 0n, exact: 0n }
    for (const { size, sheets, quantity } of rows) {
      const price = quote(pieceOf(size), quantity, sheets, 'first-class', pieces)
      if (price.kind !== 'price') throw new Error('A piece has no price')
      month.total += price.total
      month.exact += times(price.unit, quantity)
    }
    return month
  }

  test('200 with the total of both the ledger and the pieces, after any order of sends, cancellations, rejections, and reprints', async () => {
    const step = fc.record({
      what: fc.constantFrom('card', 'letter', 'cancel', 'reject', 'ready', 'reprint'),
      pages: fc.integer({ min: 1, max: 12 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 25 }),
        // A month close to the next tier, so that a few pieces cross it in both directions.
        fc.constantFrom(1, 1_998, 4_998, 9_998),
        async (steps, before) => {
          const { live } = await addAccount(db)
          await addMonth(db, live.workspace, before, '6x9')
          const open: string[] = []
          for (const { what, pages } of steps) {
            if (what === 'card') open.push(await send(live.key))
            if (what === 'letter')
              open.push(
                (await call(live.key, 'POST', '/v1/letters', letter({ DryRun: false, WaitForRender: false }))).json()
                  .Id,
              )
            const piece = what === 'card' || what === 'letter' ? undefined : open.shift()
            if (piece && what === 'cancel') await call(live.key, 'POST', `/v1/pieces/${piece}/cancel`)
            if (piece && what !== 'cancel') await finish(piece, { pages, fails: what === 'reject' })
            if (piece && what === 'reprint') {
              await move(piece, 'piece.in_production', 'piece.reprinting')
              open.push(piece)
            }
          }
          const { rows } = await db.query(
            `select (select sum(amount)::text from ledger_entry where workspace_id = $1) as charged,
                    (select sum(pieces)::int from ledger_entry where workspace_id = $1) as counted,
                    (select pieces from usage_month where workspace_id = $1) as stored`,
            [live.workspace],
          )
          const [{ charged, counted, stored }] = rows
          const { pieces, total, exact } = await quotedMonth(live.workspace)
          expect([counted, stored]).toEqual([pieces, pieces])
          expect(BigInt(charged)).toBe(exact)
          const { Month, Total } = await usageOf(live.key)
          expect(moneyOf(Total)).toBe(total)
          const file = await text(await exportStatement(em.fork(), live.workspace, Month))
          const amounts = file.trim().split('\r\n').slice(1)
          const [last, ...entries] = amounts.map((line) => moneyOf(Number(line.split(',').at(-1)))).toReversed()
          expect([last, entries.reduce((sum, amount) => sum + amount, 0n)]).toEqual([total, total])
        },
      ),
      { numRuns: 10 },
    )
  })
})
