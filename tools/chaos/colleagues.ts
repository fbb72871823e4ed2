import { setTimeout as sleep } from 'node:timers/promises'
import { killTree } from '../load/processes.ts'
import type { Fault } from './fault.ts'
import { instanceOf, signIn, untilReplaced } from './instances.ts'
import type { Stage } from './stage.ts'

const colleagues = 4
const kills = 4

interface Product {
  id: string
  version: number
  startingPrice: number
}

/** What one member of staff was told about the prices that they set. */
interface Told {
  /** Prices that were acknowledged, each with the version that was read before and the one that it made. */
  stored: { price: string; seen: number; version: number }[]
  /** Prices whose answer never came. */
  unknown: string[]
  /** How often somebody else had been quicker. */
  stale: number
}

const edit = { name: 'Postcard', category: 'postcard', description: '', features: [], isVisible: false, sortOrder: 0 }

function caller(url: string, cookie: string) {
  return async (path: string, init: { method?: string; headers?: Record<string, string>; body?: string } = {}) =>
    fetch(`${url}/api/admin/pricing/products${path}`, {
      ...init,
      headers: { cookie, origin: url, 'content-type': 'application/json', ...init.headers },
      signal: AbortSignal.timeout(5_000),
    })
}

/** Reads the product and sets a price that nobody else sets, again and again. */
async function work(url: string, cookie: string, number: number, signal: AbortSignal): Promise<Told> {
  const call = caller(url, cookie)
  const told: Told = { stored: [], unknown: [], stale: 0 }
  for (let step = 1; !signal.aborted; step += 1) {
    // While the instance restarts there is nothing to read.
    const list = await call('').catch(() => undefined)
    if (!list?.ok) {
      await sleep(50)
      continue
    }
    const [product] = (await list.json()) as Product[]
    if (!product) throw new Error('The product is gone')
    const price = (number * 1_000 + step / 100).toFixed(4)
    const answer = await call(`/${product.id}`, {
      method: 'PUT',
      headers: { 'if-match': `"${product.version}"` },
      body: JSON.stringify({ ...edit, startingPrice: Number(price) }),
    }).catch(() => undefined)
    // The body may be cut with its connection.
    const stored = answer?.ok ? ((await answer.json().catch(() => undefined)) as Product | undefined) : undefined
    if (stored) told.stored.push({ price, seen: product.version, version: stored.version })
    else if (answer?.status === 412) told.stale += 1
    else told.unknown.push(price)
  }
  return told
}

/** The prices in the audit log, in the order of the changes. */
async function loggedPrices(stage: Stage, id: string): Promise<string[]> {
  const rows = await stage.query<{ price: string }>(
    `select change ->> 'after' as price from pricing_audit, jsonb_array_elements(changes) as change
      where product_id = $1 and action = 'update' and change ->> 'field' = 'startingPrice' order by created_at, id`,
    [id],
  )
  return rows.map(({ price }) => Number(price).toFixed(4))
}

export const colleagueFaults: Fault[] = [
  {
    id: 'R51',
    name: `${colleagues} people change one product while instances are killed`,
    underLoad: false,
    async strike(stage, findings) {
      const cookies = await Promise.all(stage.instances.map(({ url }) => signIn(url)))
      const call = caller(instanceOf(stage, 0).url, cookies[0] ?? '')
      const made = await call('', { method: 'POST', body: JSON.stringify({ ...edit, startingPrice: 1 }) })
      // The contract's PricingProduct.
      const { id } = (await made.json()) as Product
      const over = new AbortController()
      const working = Array.from({ length: colleagues }, (_, number) => {
        const { url } = instanceOf(stage, number % stage.instances.length)
        return work(url, cookies[number % cookies.length] ?? '', number + 1, over.signal)
      })
      for (let kill = 0; kill < kills; kill += 1) {
        await sleep(1_000)
        const victim = instanceOf(stage, kill % stage.instances.length)
        const pid = victim.process.pid()
        killTree(pid ?? 0)
        await untilReplaced(victim, pid)
      }
      await sleep(1_000)
      over.abort()
      const told = await Promise.all(working)
      const stored = told.flatMap((one) => one.stored)
      const unknown = new Set(told.flatMap((one) => one.unknown))
      const logged = await loggedPrices(stage, id)
      const [product = { version: 0, price: '' }] = await stage.query<{ version: number; price: string }>(
        'select version, starting_price::text as price from pricing_product where id = $1',
        [id],
      )
      await stage.query('delete from pricing_product where id = $1', [id])

      const stale = told.reduce((sum, one) => sum + one.stale, 0)
      findings.figure(`${stored.length} changes acknowledged, ${stale} refused as stale, ${unknown.size} unanswered`)
      findings.failUnless(stored.length > 0 && stale > 0, 'nobody met anybody')
      const expected = new Set([...stored.map((one) => one.price), ...logged.filter((one) => unknown.has(one))])
      findings.failUnless(logged.length === expected.size, `${logged.length} changes are logged, not ${expected.size}`)
      findings.failUnless(
        stored.every(({ seen, version }) => version === seen + 1),
        'a change overwrote another one unseen',
      )
      findings.failUnless(
        stored.every((one) => logged[one.version - 2] === one.price),
        'a change is not in the log where it was made',
      )
      findings.failUnless(
        product.version === logged.length + 1,
        `version ${product.version} after ${logged.length} changes`,
      )
      findings.failUnless(
        Number(product.price).toFixed(4) === logged.at(-1),
        'the last change is not the one that is stored',
      )
    },
  },
]
