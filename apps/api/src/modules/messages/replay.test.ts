import type { WebhookReplay } from '@app/contract'
import { describe, expect, test } from 'vitest'
import { addAccount } from '../../../test/customers.ts'
import { postcard, printAtOnce, startPrintApp } from '../../../test/print.ts'

const { app, db } = await startPrintApp()
await printAtOnce(db)

const call = (key: string, method: 'POST' | 'PATCH', path: string, payload: object) =>
  app.inject({ method, url: `/v1/${path}`, headers: { authorization: `Bearer ${key}` }, payload })

const start = '2026-01-05T00:00:00.000Z'
const after = (ms: number) => new Date(Date.parse(start) + ms).toISOString()
/** Adds events to a piece, seven per millisecond, so that a step ends within one. Every other one is a delivery. */
const addEvents = async ({ key, workspace }: { key: string; workspace: string }, count: number) => {
  const piece = (await call(key, 'POST', 'postcards', postcard({ DryRun: false }))).json().Id
  await db.query(
    `insert into piece_event (id, created_at, workspace_id, piece_id, number, type, occurred_at)
     select gen_random_uuid(), $3::timestamptz + n / 7 * interval '1 millisecond', $1, $2, n + 10,
            case n % 2 when 0 then 'piece.delivered' else 'piece.scanned' end, now()
       from generate_series(0, $4::int - 1) as n`,
    [workspace, piece, start, count],
  )
}
/** Replays a range to its end. Resolves with how many each call queued. */
async function replayAll(key: string, id: string, From: string, To: string) {
  const queued: number[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const input = { From, To, ...(cursor !== undefined && { Cursor: cursor }) }
    const step = (await call(key, 'POST', `webhooks/${id}/replay`, input)).json<WebhookReplay>()
    queued.push(step.Queued)
    cursor = step.Cursor
  }
  return queued
}
const addWebhook = async (key: string, Types: string[] | null = null): Promise<string> =>
  (await call(key, 'POST', 'webhooks', { Url: 'https://hooks.example.com/pieces', Types })).json().Webhook.Id

describe('replayWebhook', () => {
  test.each([
    ['all', null, [1_000, 1_000, 500]],
    ['only its types', ['piece.delivered'], [1_000, 250]],
  ])(
    'replays thousands of events of its workspace in steps, oldest first, each once: %s',
    async (_which, Types, steps) => {
      const { live, test: tests } = await addAccount(db)
      await addEvents(live, 2_500)
      await addEvents(tests, 10)
      const id = await addWebhook(live.key, Types)
      const sentEvents = async () =>
        (
          await db.query(
            'select id, piece_event_id as event, status, attempts from message where target_id = $1 order by id',
            [id],
          )
        ).rows
      expect(await replayAll(live.key, id, start, after(1_000))).toEqual(steps)
      const first = await sentEvents()
      const expected = await db.query(
        `select id from piece_event where workspace_id = $1 and created_at < $2 and ($3::text[] is null or type = any($3))
        order by created_at, id`,
        [live.workspace, after(1_000), Types],
      )
      expect(first.map(({ event }) => event)).toEqual(expected.rows.map((row) => row.id))
      await db.query(`update message set status = 'sent', attempts = 1`)
      expect(await replayAll(live.key, id, start, after(1_000))).toEqual(steps)
      expect(await sentEvents()).toEqual(first)
    },
  )

  test('includes events at From, but not at To; an inactive webhook gets nothing', async () => {
    const { live } = await addAccount(db)
    await addEvents(live, 30)
    const id = await addWebhook(live.key)
    expect(await replayAll(live.key, id, after(1), after(2))).toEqual([7])
    expect(await replayAll(live.key, id, start, after(3))).toEqual([21])
    await call(live.key, 'PATCH', `webhooks/${id}`, { Active: false })
    expect(await replayAll(live.key, id, start, after(3))).toEqual([0])
  })
})
