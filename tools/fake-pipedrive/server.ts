import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** The outcome of a call. The `lost` ones do the work and drop the response; the other faults do no work. */
export type Mood =
  | 'well'
  | 'refused'
  | 'forbidden'
  | 'busy'
  | 'html'
  | 'lost-500'
  | 'lost-connection'
  | 'hang'
  | 'unknown-token'
  | 'unpaid'

export type Collection = 'organizations' | 'persons' | 'leads' | 'deals' | 'notes'

interface Stored {
  id: number | string
  madeAt: number
  [member: string]: unknown
}

export interface FakePipedrive {
  url: string
  token: string
  /** Every created record, in order. */
  stored: Record<Collection, Stored[]>
  /** Method and path of each call, without its query. */
  calls: string[]
  /** The `traceparent` of each call that had one. */
  traceparents: string[]
  /** Applies to all calls until it is changed. A function decides for each call. */
  setMood: (mood: Mood | ((call: string) => Mood)) => void
  /** Delay until a new record appears in the search, in milliseconds. */
  searchLagMs: number
  /** Duration of each response, in milliseconds. */
  delayMs: number
  clear: () => void
  /** Stops listening until it is restarted at the same address, with its records. */
  leave: () => Promise<void>
  comeBack: () => Promise<void>
  close: () => Promise<void>
}

const collections: Collection[] = ['organizations', 'persons', 'leads', 'deals', 'notes']
const nothing = () => ({ organizations: [], persons: [], leads: [], deals: [], notes: [] })

/**
 * The part of Pipedrive's API that we call, as a real server on the loopback address that can fail in every known way.
 */
export async function startFakePipedrive({ token = 'known-token', port = 0 } = {}): Promise<FakePipedrive> {
  let moodOf: (call: string) => Mood = () => 'well'

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://fake.example')
    const call = `${request.method} ${url.pathname}`
    fake.calls.push(call)
    if (request.headers['traceparent']) fake.traceparents.push(String(request.headers['traceparent']))
    const body = await text(request)
    if (fake.delayMs > 0) await sleep(fake.delayMs)
    const mood = moodOf(call)
    const send = (status: number, content: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(content))
    }
    if (mood === 'hang') return
    if (mood === 'unknown-token' || request.headers['x-api-token'] !== fake.token) return send(401, { success: false })
    if (mood === 'unpaid') return send(402, { success: false, error: 'Payment Required' })
    if (mood === 'busy') return send(429, { success: false }, { 'retry-after': '1' })
    if (mood === 'refused') return send(422, { success: false, error: 'Invalid' })
    if (mood === 'forbidden') return send(403, { success: false, error: 'Forbidden' })
    if (mood === 'html') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>')
      return
    }
    const data = perform(fake, request.method ?? '', url, body)
    if (mood === 'lost-500') return send(500, { success: false })
    if (mood === 'lost-connection') {
      request.socket.destroy()
      return
    }
    send(data === undefined ? 404 : 200, { success: data !== undefined, data })
  }

  const server = createServer((request, response) => void answer(request, response))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an AddressInfo, never the name of a pipe.
  const { port: chosen } = server.address() as AddressInfo
  const fake: FakePipedrive = {
    url: `http://127.0.0.1:${chosen}`,
    token,
    stored: nothing(),
    calls: [],
    traceparents: [],
    setMood: (mood) => {
      moodOf = typeof mood === 'function' ? mood : () => mood
    },
    searchLagMs: 0,
    delayMs: 0,
    clear: () => {
      Object.assign(fake, { stored: nothing(), calls: [], traceparents: [], searchLagMs: 0, delayMs: 0 })
      moodOf = () => 'well'
    },
    leave: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
    comeBack: async () => {
      server.listen(chosen, '127.0.0.1')
      await once(server, 'listening')
    },
    close: () => fake.leave(),
  }
  return fake
}

let nextId = 1

function perform(fake: FakePipedrive, method: string, url: URL, body: string): unknown {
  const [, , version, name, search] = url.pathname.split('/')
  if (name === 'users') return { id: 1 }
  const collection = collections.find((known) => known === name)
  // Pipedrive has leads and notes only in version 1 of its API.
  const isOld = collection === 'notes' || (collection === 'leads' && search !== 'search')
  if (!collection || version !== (isOld ? 'v1' : 'v2')) return undefined

  if (method === 'POST') {
    const id = collection === 'leads' ? randomUUID() : nextId++
    const record = { ...(JSON.parse(body) as object), id, madeAt: Date.now() }
    fake.stored[collection].push(record)
    return record
  }
  if (method === 'DELETE') {
    const index = fake.stored[collection].findIndex(({ id }) => `${id}` === search)
    return index === -1 ? undefined : fake.stored[collection].splice(index, 1)[0]
  }
  if (search === 'search') {
    const term = (url.searchParams.get('term') ?? '').toLowerCase()
    const shown = fake.stored[collection].filter(({ madeAt }) => Date.now() - madeAt >= fake.searchLagMs)
    return { items: shown.filter((record) => namesOf(record).includes(term)).map((item) => ({ item })) }
  }
  if (search) return fake.stored[collection].find(({ id }) => `${id}` === search)
  const found = fake.stored[collection].filter((record) =>
    ['lead_id', 'deal_id'].some(
      (subject) => url.searchParams.has(subject) && isSame(record[subject], url.searchParams.get(subject)),
    ),
  )
  return found.length > 0 ? found : null
}

const isSame = (id: unknown, asked: string | null) =>
  (typeof id === 'number' || typeof id === 'string') && `${id}` === asked

/** The texts by which the search finds a record. */
function namesOf({ name, title, emails }: Stored): string[] {
  const addresses = Array.isArray(emails) ? emails.map((email: { value?: unknown }) => email.value) : []
  return [name, title, ...addresses].filter((one) => typeof one === 'string').map((one) => one.toLowerCase())
}
