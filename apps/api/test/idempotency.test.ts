import { randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Operation, type OperationId, operationTable } from '@app/contract'
import { filled } from './filled.ts'
import { exampleOf } from './fuzz/answers.ts'
import { anotherInstance, insertLead } from './harness.ts'
import { postcard, printAtOnce, startPrintApp } from './print.ts'
import { addWaiting, bare, runInput } from './production.ts'

// Repeats each write of the contract that accepts an Idempotency-Key.

const secret = 'a secret of at least thirty-two characters'
const { app, db, config, folder, newKey, cookieOf } = await startPrintApp({
  SMTP_URL: 'smtp://127.0.0.1:1',
  SESSION_SECRET: secret,
})

const takesKey = ({ schema }: Operation) =>
  'idempotency-key' in ((schema.headers as { properties?: object })?.properties ?? {})
const keyed = operationTable.filter(takesKey).map((operation) => [operation.id, operation] as const)

beforeAll(() => printAtOnce(db))

interface Caller {
  headers: Record<string, string>
  remoteAddress: string
}

const pictures = [4, 5].map((width) =>
  sharp({ create: { width, height: 3, channels: 3, background: 'red' } })
    .png()
    .toBuffer(),
)

/** The example of the contract, and a different body, which is undefined when there is only one. */
async function bodiesOf({ id, url, method, bodyMedia }: Operation): Promise<[unknown, unknown]> {
  if (id === 'createPrintAsset') return [await pictures[0], await pictures[1]]
  if (id === 'createPrintRun') return [runInput({ maxPieces: 1 }), runInput({ maxPieces: 2 })]
  const example = { ...exampleOf(url, method, bodyMedia) }
  // An unfinished proof could be finished by the second response.
  if ('WaitForRender' in example) example['WaitForRender'] = true
  const texts = Object.entries(example).filter(
    ([name, value]) => typeof value === 'string' && /name|html|text|subject|desc/i.test(name),
  )
  const [name, value] = texts[0] ?? []
  return [example, name === undefined ? undefined : { ...example, [name]: `${String(value)} 2` }]
}

/** Creates the prerequisites. Returns the id of the record in the path. */
const records: Partial<Record<OperationId, (caller: Caller) => Promise<string>>> = {
  createLeadNote: () => insertLead(db),
  createLeadReply: () => insertLead(db),
  async createPrintTemplateVersion({ headers }) {
    const payload = { Name: 'A', Size: '4.25x6', Html: '<p>a</p>' }
    return (await app.inject({ method: 'POST', url: '/v1/templates', headers, payload })).json().Id
  },
  async createPrintRun() {
    await addWaiting(db, bare(3, {}, (trackings += 3)))
    return ''
  },
}
let trackings = 0

let network = 0

async function newCaller({ security }: Operation): Promise<Caller> {
  const remoteAddress = `198.51.100.${(network += 1)}`
  if (security.includes('staffSession')) return { headers: { cookie: await cookieOf() }, remoteAddress }
  if (!security.includes('printKey')) return { headers: {}, remoteAddress }
  return { headers: { authorization: `Bearer ${(await newKey()).Key}` }, remoteAddress }
}

/** Sends a request as a caller, and repeats it. */
async function senderOf(operation: Operation, caller: Caller) {
  const { id, method, url, bodyMedia } = operation
  const record = await records[id]?.(caller)
  const address = record === undefined ? filled(url) : url.replace(':id', record)
  return (key: string, payload: unknown, server = app) =>
    server.inject({
      method,
      url: address,
      remoteAddress: caller.remoteAddress,
      headers: { ...caller.headers, 'content-type': bodyMedia, 'idempotency-key': key },
      // Examples are objects and files.
      payload: payload as NonNullable<InjectOptions['payload']>,
    })
}

const seen = ({ statusCode, headers, body }: Awaited<ReturnType<Awaited<ReturnType<typeof senderOf>>>>) => ({
  status: statusCode,
  location: headers['location'],
  media: headers['content-type'],
  body,
})

test('every write by visitors and programs accepts a key, and so do staff writes that must not happen twice', () => {
  // Keys, colleagues, and webhooks are listed and can be removed, and new secrets are shown once.
  const limited = operationTable
    .filter(({ isLimited, security }) => isLimited && !security.includes('memberSession'))
    .map(({ id }) => id)
  const names = keyed.map(([id]) => id)
  expect(names).toEqual(expect.arrayContaining(limited))
  expect(names).toEqual(
    expect.arrayContaining(['createLeadNote', 'createLeadReply', 'createLeadImport', 'createPrintRun']),
  )
})

test.each(keyed)('%s is one write per key and body, even in parallel', { tags: ['E23'] }, async (_id, operation) => {
  const send = await senderOf(operation, await newCaller(operation))
  const [body, other] = await bodiesOf(operation)
  const key = randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => send(key, body)))
  const again = await send(key, body)
  expect(again.statusCode).toBeLessThan(300)
  expect(again.headers['idempotent-replayed']).toBe('true')
  for (const answer of answers) expect(seen(answer)).toEqual(seen(again))
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1)
  expect((await send(randomUUID(), body)).headers['idempotent-replayed']).toBeUndefined()
  // There is only one body of a new sandbox key.
  expect(other === undefined).toBe(operation.id === 'createSandboxKey')
  if (other === undefined) return
  const answer = await send(key, other)
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'idempotency_key_reused'])
})

/** As in docs/operations.md: first the new secret is only accepted, then it signs. */
const rotated: FastifyInstance[] = []
beforeAll(async () => {
  for (const secrets of [`${secret},${secret} 2`, `${secret} 2,${secret}`])
    rotated.push(await anotherInstance(config, { SESSION_SECRET: secrets, FILES_DIR: folder }))
})
afterAll(() => Promise.all(rotated.map((instance) => instance.close())))

const withoutAccount = keyed.filter(([, { tag, security }]) => tag === 'print' || security.includes('printKey'))

test.each(withoutAccount)(
  '%s with the key of another caller is a separate write, and during a secret rotation the same one',
  { tags: ['E24'] },
  async (_id, operation) => {
    const [body] = await bodiesOf(operation)
    const key = randomUUID()
    const send = await senderOf(operation, await newCaller(operation))
    const first = await send(key, body)
    const other = await (await senderOf(operation, await newCaller(operation)))(key, body)
    expect(other.statusCode).toBeLessThan(300)
    expect(other.headers['idempotent-replayed']).toBeUndefined()
    for (const instance of rotated) {
      const again = await send(key, body, instance)
      expect(again.headers['idempotent-replayed']).toBe('true')
      expect(again.body).toBe(first.body)
    }
  },
)

test('a repeated proof request returns the same proof, even when its template is gone and no renderer is up', async () => {
  const authorization = `Bearer ${(await newKey()).Key}`
  const post = (url: string, payload: object, headers = {}) =>
    app.inject({ method: 'POST', url, payload, headers: { authorization, ...headers } })
  const { Id } = (await post('/v1/templates', { Name: 'A', Size: '4.25x6', Html: '<p>a</p>' })).json()
  const ask = (key: string) => post('/v1/postcards', postcard({ Front: Id }), { 'idempotency-key': key })
  const key = randomUUID()
  const first = (await ask(key)).json()
  await db.query('truncate print_renderer')
  await vi.waitFor(async () => expect((await ask(randomUUID())).statusCode).toBe(503), 20_000)
  await app.inject({ method: 'DELETE', url: `/v1/templates/${Id}`, headers: { authorization } })
  expect((await ask(randomUUID())).statusCode).toBe(400)
  const again = await ask(key)
  expect([again.statusCode, again.json().Id]).toEqual([202, first.Id])
})
