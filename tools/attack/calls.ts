import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { operationTable } from '@app/contract'
import pg from 'pg'
import type { Target } from './target.ts'

export const lead = {
  firstName: 'A',
  lastName: 'B',
  email: 'a@example.com',
  leadSource: 'X Website',
  source: 'Main Website',
}
export const sample = {
  firstName: 'A',
  lastName: 'B',
  email: 'a@example.com',
  addressLine1: '1 Example St',
  city: 'Cambridge',
  state: 'MA',
  zip: '02138',
  sampleType: 'both',
}
export const template = { name: 'A', type: 'postcard', active: true }
export const product = { name: 'A', category: 'postcard', startingPrice: 0.5, isVisible: false }

export const paths = {
  leads: '/api/leads',
  samples: '/api/print-samples',
  templates: '/api/admin/sample-templates',
  products: '/api/admin/pricing/products',
}

export const filled = (url: string) => url.replaceAll(/:\w+/g, '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a11')
export const readable = operationTable.filter(
  ({ method, url }) => method === 'GET' && !/logout|events|sign-in\/|callback|^\/q\//.test(url),
)

/** Sends bytes as they are and reads until the server closes. */
export async function exchange(
  target: Target,
  ...lines: string[]
): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(Number(new URL(target.plain).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.setTimeout(20_000, () => socket.destroy())
  socket.write(lines.join('\r\n'))
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body }
}

export async function query<Row extends pg.QueryResultRow>(target: Target, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: target.database.url() })
  await client.connect()
  const { rows } = await client.query<Row>(sql)
  await client.end()
  return rows
}

export const countRows = async (target: Target, name: string): Promise<number> =>
  (await query<{ count: number }>(target, `select count(*)::int from ${name}`))[0]?.count ?? Number.NaN

/** Sends a body unchanged, without a session unless the headers hold a cookie. */
export const send = (
  target: Target,
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
  method = 'POST',
) => fetch(target.plain + path, { method, headers: { 'content-type': 'application/json', ...headers }, body })

export const post = (target: Target, body: string | Uint8Array<ArrayBuffer>, headers?: Record<string, string>) =>
  send(target, paths.leads, body, headers)

/** The same as the owner, as JSON. */
export const asOwner = (target: Target, path: string, body: unknown, method = 'POST', headers = {}) =>
  send(target, path, JSON.stringify(body), { cookie: target.cookie, ...headers }, method)

/** Whether an answer is a problem of the contract that reveals nothing of the implementation. */
export async function isProblem(answer: Response, status: number): Promise<boolean> {
  const words = await answer.text()
  return (
    answer.status === status &&
    answer.headers.get('content-type')?.startsWith('application/problem+json') === true &&
    !/node_modules|\.ts\b|\.mjs|select |fastify|postgres/i.test(words)
  )
}
