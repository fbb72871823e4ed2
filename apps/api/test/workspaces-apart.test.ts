import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { type Operation, operationTable } from '@app/contract'
import { addAccount, addMember, signInMember } from './customers.ts'
import { filled } from './filled.ts'
import { exampleOf } from './fuzz/answers.ts'
import { pdfText } from './pdf-text.ts'
import { postcard, printAtOnce, startPrintApp } from './print.ts'

const { app, db } = await startPrintApp()
await printAtOnce(db)

/** Operations that accept a key or a member session. Signing in has no account yet. */
const operations = operationTable.filter(
  ({ security, isSecurityOptional }) =>
    security.includes('printKey') || (security.includes('memberSession') && !isSecurityOptional),
)

const isRead = ({ method }: Operation) => method === 'GET'

/** A workspace with one of each thing, and a member of its account. */
interface Side {
  account: string
  mode: 'test' | 'live'
  key: string
  cookie: string
  /** Ids by the word before `:id` in a path. A font is an asset, too. */
  ids: Record<string, string>
  /** Text in a response about the workspace. */
  marks: string[]
  /** Text in a response about its account. */
  accountMarks: string[]
}

interface Caller {
  headers: Record<string, string>
  query: string
}

/** A path with an id, or a body that names a template and an asset. */
function requestTo({ url, method, bodyMedia }: Operation, ids: Record<string, string>) {
  const kind = /(\w[\w-]*)\/:id/.exec(url)?.[1] ?? ''
  if (url.includes(':id') && !ids[kind]) throw new Error(`There is nothing to attack with ${url}`)
  const example = exampleOf(url, method, bodyMedia)
  const body = JSON.stringify({ ...example, ...('DryRun' in example && { DryRun: false, WaitForRender: false }) })
    .replaceAll(/tmpl_\w+/g, ids['templates'] ?? '')
    .replaceAll('<h1>', `<img src='asset:${ids['assets']}'><h1>`)
  return {
    method,
    url: filled(url.replace(':month', month).replace(':id', ids[kind] ?? '')),
    ...(bodyMedia && { payload: bodyMedia === 'application/json' ? body : picture }),
    namesId: url.includes(':id') || Object.values(ids).some((id) => body.includes(id)),
  }
}

const call = ({ bodyMedia, ...operation }: Operation, { headers, query }: Caller, ids: Record<string, string>) => {
  const { namesId: _namesId, url, ...request } = requestTo({ bodyMedia, ...operation }, ids)
  return app.inject({
    ...request,
    url: `${url}${query}`,
    headers: { ...headers, ...(bodyMedia && { 'content-type': bodyMedia }) },
  })
}

async function plant(account: Awaited<ReturnType<typeof addAccount>>, mode: Side['mode'], pieces: number) {
  const { key, workspace } = account[mode]
  const headers = { authorization: `Bearer ${key}` }
  const post = async (path: string, payload: object | Buffer, type = 'application/json') =>
    (
      await app.inject({
        method: 'POST',
        url: `/v1/${path}`,
        headers: { ...headers, 'content-type': type },
        payload,
      })
    ).json()
  const sent: string[] = []
  while (sent.length < pieces) sent.push((await post('postcards', postcard({ DryRun: false }))).Id)
  const member = await addMember(db, account.id)
  const cookie = await signInMember(app, db, member.id)
  const passkey = randomUUID()
  await db.query(
    `insert into staff_passkey (id, member_id, name, credential_id, public_key) values ($1, $2, 'Laptop', $3, '')`,
    [passkey, member.id, passkey],
  )
  const { rows } = await db.query(
    `select (select id from print_key where workspace_id = $1) as key, (select id from staff_session where member_id = $2) as session`,
    [workspace, member.id],
  )
  const webhook = (await post('webhooks', { Url: 'https://hooks.example.com/pieces' })).Webhook.Id
  const mine = {
    pieces: sent[0] ?? '',
    webhooks: webhook,
    'webhook-deliveries': (await post(`webhooks/${webhook}/test`, {})).Id,
    templates: (await post('templates', { Name: 'Card', Size: '4.25x6', Html: '<h1>Hello</h1>' })).Id,
    assets: (await post('assets', picture, 'application/octet-stream')).Id,
    keys: rows[0].key,
  }
  const ours = { members: member.id, sessions: rows[0].session, passkeys: passkey }
  return {
    account: account.id,
    mode,
    key,
    cookie,
    ids: { ...mine, ...ours },
    marks: [workspace, ...Object.values(mine), ...sent, `"pieces":${pieces},`],
    accountMarks: [account.id, member.email, ...Object.values(ours)],
  }
}

let tables: string[] = []
let month = ''
let picture = Buffer.alloc(0)
let strangers: Side[] = []
let sides: Side[] = []

/** Creates the two workspaces of an account. Their numbers of pieces differ, so that figures tell them apart. */
async function plantBoth(pieces: number): Promise<Side[]> {
  const account = await addAccount(db)
  await db.query(`update customer_account set name = id::text where id = $1`, [account.id])
  return [await plant(account, 'test', pieces), await plant(account, 'live', pieces + 1)]
}

beforeAll(async () => {
  month = (await db.query(`select to_char(now() at time zone 'America/New_York', 'YYYY-MM') as month`)).rows[0].month
  picture = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  strangers = await plantBoth(3)
  const names = await db.query(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  tables = names.rows.map(({ name }) => String(name))
  // An account has one limit for both modes.
  tables = [...new Set((await rowsOf(strangers)).map(({ name }) => String(name)))].filter(
    (name) => name !== 'rate_limit',
  )
})
const plantOwn = async () => {
  sides = [...(await plantBoth(1)), ...strangers]
}
/** True when an operation may have changed its own workspaces. */
let isChanged = true

/** Every row that mentions one of these sides. Excludes columns that workers and uses of keys change meanwhile. */
async function rowsOf(others: readonly Side[]) {
  // A template may refer to any asset; a workspace’s template refers to its own.
  const names = others.flatMap(({ marks, accountMarks, ids }) =>
    [...marks, ...accountMarks].filter((mark) => mark !== ids['assets']).map((mark) => `%${mark}%`),
  )
  const selects = tables.map(
    (table) =>
      `select '${table}' as name, (to_jsonb(t) - '{last_used_at,seen_at,enqueued_at}'::text[])::text as value from ${table} t where t::text like any($1::text[])`,
  )
  return (await db.query(`${selects.join(' union all ')} order by 1, 2`, [names])).rows
}

/** The response about these ids, with the ids masked. */
function outcomeOf(answer: Awaited<ReturnType<typeof call>>, ids: Record<string, string>) {
  const { code, detail, errors, Lint } = answer.body.startsWith('{') ? answer.json() : {}
  return Object.entries(ids).reduce(
    (text, [kind, id]) => text.replaceAll(id, kind),
    JSON.stringify([answer.statusCode, code, detail, errors, Lint]),
  )
}

const missing = randomUUID()
const unknownIds = {
  pieces: `piece_${'0'.repeat(20)}`,
  templates: `tmpl_${'0'.repeat(20)}`,
  assets: `asset_${'0'.repeat(20)}`,
  ...Object.fromEntries(
    ['webhooks', 'webhook-deliveries', 'keys', 'members', 'sessions', 'passkeys'].map((kind) => [kind, missing]),
  ),
}

/** A member selects the workspace in the query. */
function callersOf({ security, schema }: Operation, { key, cookie, mode }: Side): Caller[] {
  const [name] = /"[Mm]ode":/.exec(JSON.stringify(schema.querystring ?? {})) ?? []
  const query = name ? `?${name.slice(1, -2)}=${mode}` : ''
  return [
    ...(security.includes('printKey') ? [{ headers: { authorization: `Bearer ${key}` }, query: '' }] : []),
    // Without a mode in the query, the operation is about the account, or live pieces.
    ...(security.includes('memberSession') && (query || mode === 'live') ? [{ headers: { cookie }, query }] : []),
  ]
}

/** The other workspace of an account shares its members and its history. */
const othersOf = (own: Side): Side[] =>
  sides
    .filter((side) => side !== own)
    .map((side) => (side.account === own.account ? { ...side, accountMarks: [] } : side))

/** Expects a response with data of this workspace or its account only. */
async function expectOwn(answer: Awaited<ReturnType<typeof call>>, { media }: Operation, own: Side) {
  const text = media === 'application/pdf' ? await pdfText(answer.rawPayload) : answer.body
  const shown = ({ marks, accountMarks }: Pick<Side, 'marks' | 'accountMarks'>) =>
    [...marks, ...accountMarks].filter((mark) => text.toLowerCase().includes(mark.toLowerCase()))
  expect(answer.statusCode).toBe(200)
  expect(shown(own)).not.toEqual([])
  for (const side of othersOf(own)) expect(shown(side)).toEqual([])
}

const readsFirst = [...operations.filter(isRead), ...operations.filter((operation) => !isRead(operation))]
test.each(readsFirst.map((operation) => [operation.id, operation] as const))(
  '%s neither shows nor changes anything of the other mode, or of another account',
  async (_id, operation) => {
    if (isChanged) await plantOwn()
    isChanged = !isRead(operation)
    const isOfAccount = !operation.security.includes('printKey')
    // Attacks on the other account would be the same.
    for (const own of sides.slice(0, 2)) {
      const [first, ...more] = callersOf(operation, own)
      if (!first) continue
      const others = othersOf(own).filter(({ account }) => !(isOfAccount && account === own.account))
      const before = await rowsOf(others)
      const { namesId } = requestTo(operation, own.ids)
      const unknown = namesId && outcomeOf(await call(operation, first, unknownIds), unknownIds)
      expect(String(unknown)).toContain(operation.url.includes(':id') ? '[404' : '')
      for (const caller of [first, ...more]) {
        for (const { ids } of namesId ? others : []) {
          const answer = await call(operation, caller, ids)
          expect(outcomeOf(answer, ids)).toBe(unknown)
        }
        if (operation.method === 'GET') await expectOwn(await call(operation, caller, own.ids), operation, own)
      }
      // With its own ids, the request works.
      const answer = await call(operation, first, own.ids)
      expect(outcomeOf(answer, own.ids)).not.toBe(unknown)
      expect(await rowsOf(others)).toEqual(before)
    }
  },
)

test('an Idempotency-Key and the event filter by piece stay within a workspace', async () => {
  await plantOwn()
  const idempotencyKey = randomUUID()
  const sent = await Promise.all(
    sides.map(({ key }) =>
      app.inject({
        method: 'POST',
        url: '/v1/postcards',
        headers: { authorization: `Bearer ${key}`, 'idempotency-key': idempotencyKey },
        payload: postcard({ DryRun: false }),
      }),
    ),
  )
  const ids = sent.map((answer) => answer.json().Id)
  expect(sent.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
  expect(new Set(ids).size).toBe(4)
  for (const [place, { key }] of sides.entries()) {
    const found = await Promise.all(
      ids.map((id) => app.inject({ url: `/v1/events?PieceId=${id}`, headers: { authorization: `Bearer ${key}` } })),
    )
    expect(found.map((answer) => answer.json().length)).toEqual(ids.map((_id, at) => (at === place ? 1 : 0)))
  }
})
