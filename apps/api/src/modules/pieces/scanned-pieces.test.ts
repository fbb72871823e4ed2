import type { PieceStatus } from '@app/contract'
import { beforeAll, expect, test, vi } from 'vitest'
import { addAccount } from '../../../test/customers.ts'
import { anotherInstance } from '../../../test/harness.ts'
import { printAtOnce, startPrintApp } from '../../../test/print.ts'

const { db, config, sendCard } = await startPrintApp()
await printAtOnce(db)
beforeAll(() =>
  db.query(
    `insert into campaign_link (id, code, target, label, campaign) values (gen_random_uuid(), 'Ab3dEf7', '/', 'A', 'Spring')`,
  ),
)

const browser = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile'

const robot = { 'user-agent': 'curl/8.0' }
const prefetch = { 'user-agent': browser, 'sec-purpose': 'prefetch' }

/** Follows the code once per token. An instance stores its scans when it closes. */
const scan = async (tokens: string[], by: Record<string, string>[] = [{ 'user-agent': browser }]) => {
  const instance = await anotherInstance(config, { CAMPAIGNS_DIR: config.campaignsDir })
  const follow = async (query: string, headers: Record<string, string>) => {
    const answer = await instance.inject({ url: `/q/Ab3dEf7${query}`, headers })
    expect(answer.headers.location).toBe(`${config.siteOrigin}/?m=Ab3dEf7`)
  }
  // A new instance waits half a second for its links, which a busy machine may exceed.
  await vi.waitFor(() => follow('', robot), 60_000)
  for (const headers of by) for (const token of tokens) await follow(`?piece=${token}`, headers)
  await instance.close()
}

/** Sends a piece. Returns it with the token that its templates print. */
const send = async (key: string) => {
  const { Id, TrackingUrl, Proof } = (await sendCard(key)).json()
  const { rows } = await db.query(`select request ->> 'trackingToken' as token from print_proof where id = $1`, [
    Proof.Id,
  ])
  expect(new URL(TrackingUrl).searchParams.get('piece')).toBe(rows[0].token)
  return { id: String(Id), token: String(rows[0].token) }
}
const becomes = (id: string, status: PieceStatus) =>
  db.query('update piece set status = $2 where id = $1', [id, status])
const eventsOf = async (id: string) =>
  (await db.query('select number, type from piece_event where piece_id = $1 order by number', [id])).rows

test('the first scan of a printed live or test piece adds an event', async () => {
  const { live, test: tests } = await addAccount(db)
  const keys = [live.key, tests.key]
  const pieces = [await send(live.key), await send(tests.key)]
  const unprinted = [await send(live.key), await send(tests.key)]
  const tokens = [...pieces, ...unprinted].map(({ token }) => token)
  const all = async (some: typeof pieces) => Promise.all(some.map(({ id }) => eventsOf(id)))
  const created = [{ number: 1, type: 'piece.created' }]
  for (const { id } of pieces) await becomes(id, 'in_production')
  await scan(tokens)
  for (const { id } of pieces) await becomes(id, 'mailed')
  await scan(tokens, [robot, prefetch])
  expect(await all(pieces)).toEqual(keys.map(() => created))
  await scan(['track_00000000000000000000', 'malformed', ...tokens, ...tokens])
  await scan(tokens)
  expect(await all(pieces)).toEqual(keys.map(() => [...created, { number: 2, type: 'piece.scanned' }]))
  expect(await all(unprinted)).toEqual(keys.map(() => created))
})
