import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Attack, attack, type Checks } from './attack.ts'
import {
  asOwner,
  countRows,
  isProblem,
  lead,
  paths,
  product,
  query,
  readable,
  filled,
  sample,
  send,
  template,
} from './calls.ts'
import { root } from '../product/paths.ts'
import { cellsOf } from './csv-cells.ts'
import type { Target } from './target.ts'

/** Sends the record once for each change. Every request must be rejected with a pointer to the member, and store nothing. */
async function refuses(target: Target, checks: Checks, path: string, base: object, changes: object[], name: string) {
  const before = await countRows(target, name)
  for (const change of changes) {
    const answer = await asOwner(target, path, { ...base, ...change })
    const words = `${path} with ${JSON.stringify(change).slice(0, 60)} answered ${answer.status}`
    const body = await answer.clone().text()
    checks.failUnless((await isProblem(answer, 400)) && body.includes(`"/${Object.keys(change)[0]}`), words)
  }
  checks.failUnless((await countRows(target, name)) === before, `${path} stored one of them`)
}

const wrongTexts: unknown[] = [undefined, null, '', '   ', [], {}, 7, true]
/** Each required text, missing or of the wrong type. JSON omits undefined members. */
const without = (names: string[]) => names.flatMap((name) => wrongTexts.map((value) => ({ [name]: value })))

export const inputAttacks: Attack[] = [
  attack('D03', 'image URLs in our own network', async (target, checks) => {
    let calls = 0
    const server = createServer((_request, response) => {
      calls += 1
      response.end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    // A server that listens on a port has such an address.
    const { port } = server.address() as AddressInfo
    for (const host of ['127.0.0.1', 'localhost', '0x7f000001', '2130706433', '[::1]']) {
      const frontImageUrl = `http://${host}:${port}/latest/meta-data/`
      const made = await asOwner(target, paths.templates, { ...template, name: 'D03', frontImageUrl })
      // An answer of the contract.
      const { id } = (await made.json()) as { id?: string }
      await fetch(`${target.plain}/api/sample-templates`)
      if (id) await asOwner(target, `${paths.templates}/${id}`, {}, 'DELETE')
    }
    // Leaves a second for a fetch that might follow the response.
    await wait(1000)
    server.close()
    checks.failUnless(calls === 0, `the product called ${calls} times`)
  }),
  attack('D08', 'cells that a spreadsheet would execute', async (target, checks) => {
    const cells = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '\n=1',
      '"a,b\nc"',
      '\uFF1D1+1',
      '\uFF0B1',
      '\uFF0D1',
      '\uFF20A',
    ]
    for (const cell of cells)
      await send(
        target,
        paths.leads,
        JSON.stringify({ ...lead, email: 'd08@example.com', company: cell.replaceAll(/\s/g, ''), message: cell }),
      )
    const answer = await fetch(`${target.plain}/api/admin/leads/export?q=d08`, { headers: { cookie: target.cookie } })
    const [heads, ...rows] = cellsOf(await answer.text())
    checks.failUnless(rows.length === cells.length, `${rows.length} of ${cells.length} rows arrived`)
    checks.failUnless(
      rows.every((row) => row.length === heads?.length),
      'a row has a different number of columns',
    )
    const live = rows.flat().filter((cell) => /^[\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell))
    checks.failUnless(live.length === 0, `these cells would be executed: ${JSON.stringify(live.slice(0, 4))}`)
    const named = /^attachment; filename="leads-\d{4}-\d\d-\d\d\.csv"$/
    checks.failUnless(
      named.test(answer.headers.get('content-disposition') ?? ''),
      'the browser would open the file instead of saving it',
    )
    checks.failUnless(answer.headers.get('content-type') === 'text/csv; charset=utf-8', 'the file is not text/csv')
  }),
  attack('D10', 'members that clients may not set', async (target, checks) => {
    const ours = [{ id: randomUUID() }, { createdAt: '2020-01-01T00:00:00Z' }, { isAdmin: true }, { version: 9 }]
    const work = [{ status: 'synced' }, { processed: true }, { pipedriveDealId: 1 }, { isSpam: false }]
    await refuses(target, checks, paths.leads, lead, [...ours, ...work], 'lead')
    await refuses(target, checks, paths.samples, sample, [...ours, ...work], 'sample_request')
    await refuses(target, checks, paths.templates, template, ours, 'sample_template')
    await refuses(target, checks, paths.products, product, ours, 'pricing_product')
  }),
  attack('D11', 'a duplicate member', async (target, checks) => {
    const twice = JSON.stringify(lead).replace('{', '{"email":"first@example.com",')
    for (let n = 0; n < 3; n += 1)
      checks.failUnless((await send(target, paths.leads, twice)).status === 201, 'a duplicate member was refused')
    const stored = await countRows(target, "lead where email = 'first@example.com'")
    checks.failUnless(stored === 0, 'the first of two members was stored')
  }),
  attack('D16', 'our own code building markup from data', async (_target, checks) => {
    for (const folder of ['apps/admin/src', 'apps/site/src', 'apps/api/src', 'packages/ui/src'])
      for (const file of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
        if (!/(?<!\.test)\.tsx?$/.test(file)) continue
        const words = readFileSync(path.join(root, folder, file), 'utf8')
        // It writes structured data, and has a test of its own.
        const isAllowed = file === path.join('layout', 'Seo.tsx')
        const found = /dangerouslySetInnerHTML|\.innerHTML|\beval\(|new Function\(|document\.write/.exec(words)
        checks.failUnless(found === null || isAllowed, `${file} uses ${found?.[0]}`)
      }
  }),
  attack('E01', 'required text that is missing or of the wrong type', async (target, checks) => {
    await refuses(target, checks, paths.leads, lead, without(Object.keys(lead)), 'lead')
    await refuses(target, checks, paths.samples, sample, without(Object.keys(sample)), 'sample_request')
    await refuses(target, checks, paths.templates, template, without(['name', 'type']), 'sample_template')
    await refuses(target, checks, paths.products, product, without(['name', 'category']), 'pricing_product')
  }),
  attack('E02', 'text of the maximum length, one character more, and a million more', async (target, checks) => {
    for (const [name, most] of [
      ['firstName', 200],
      ['company', 200],
      ['message', 5_000],
    ] as const) {
      const withLength = (length: number) => JSON.stringify({ ...lead, [name]: 'a'.repeat(length) })
      const lengths = [most, most + 1, 1_000_000]
      const answers = await Promise.all(lengths.map((length) => send(target, paths.leads, withLength(length))))
      const statuses = answers.map(({ status }) => status).join()
      checks.failUnless(statuses === '201,400,413', `${name} answered ${statuses}`)
    }
  }),
  attack('E03', 'malformed emails', async (target, checks) => {
    const emails = [
      'a',
      'a@b',
      'a@b.c\n',
      'a b@example.com',
      '"a b"@example.com',
      'a@b@c.example',
      `${'a'.repeat(300)}@b.co`,
    ]
    await refuses(
      target,
      checks,
      paths.leads,
      lead,
      emails.map((email) => ({ email })),
      'lead',
    )
    for (const email of ['a@bücher.example', "o'hara+x@example.com"])
      checks.failUnless((await asOwner(target, paths.leads, { ...lead, email })).status === 201, `${email} was refused`)
  }),
  attack('E04', 'values outside an enumeration', async (target, checks) => {
    await refuses(target, checks, paths.leads, lead, [{ industry: 'space' }, { volume: '7' }, { volume: 7 }], 'lead')
    await refuses(
      target,
      checks,
      paths.samples,
      sample,
      [{ sampleType: 'box' }, { state: 'a'.repeat(201) }],
      'sample_request',
    )
    await refuses(target, checks, paths.templates, template, [{ type: 'Postcard' }], 'sample_template')
    await refuses(target, checks, paths.products, product, [{ category: 'box' }], 'pricing_product')
  }),
  attack('E05', 'invalid prices', async (target, checks) => {
    const prices = [-0.01, '1', 1e308, null, 0.68001, 1_000_000, [], {}]
    await refuses(
      target,
      checks,
      paths.products,
      product,
      prices.map((startingPrice) => ({ startingPrice })),
      'pricing_product',
    )
    for (const [given, kept] of [
      [0.3, '0.3000'],
      [0.835, '0.8350'],
      [-0, '0.0000'],
    ] as const) {
      await asOwner(target, paths.products, { ...product, name: 'E05', startingPrice: given })
      const [row] = await query<{ price: string }>(
        target,
        "delete from pricing_product where name = 'E05' returning starting_price::text as price",
      )
      checks.failUnless(row?.price === kept, `${given} became ${row?.price}`)
    }
  }),
  attack('E06', 'invalid sort positions', async (target, checks) => {
    const places = [2 ** 31, -(2 ** 31) - 1, 1.5, 'abc', null]
    await refuses(
      target,
      checks,
      paths.products,
      product,
      places.map((sortOrder) => ({ sortOrder })),
      'pricing_product',
    )
  }),
  attack('E07', 'too many features, features that are too long, and blank ones', async (target, checks) => {
    const lists = [Array.from({ length: 51 }, () => 'a'), ['a'.repeat(201)], [' '], 'a', [7]]
    await refuses(
      target,
      checks,
      paths.products,
      product,
      lists.map((features) => ({ features })),
      'pricing_product',
    )
    const many = await asOwner(target, paths.products, {
      ...product,
      features: Array.from({ length: 10_000 }, () => 'a long one'),
    })
    checks.failUnless(many.status === 413, `10,000 answered ${many.status}`)
  }),
  attack('E08', 'malformed ZIP codes', async (target, checks) => {
    const codes = ['1234', '123456', '12345-67', '12345-678901', 'abcde', '１２３４５', 2138]
    await refuses(
      target,
      checks,
      paths.samples,
      sample,
      codes.map((zip) => ({ zip })),
      'sample_request',
    )
  }),
  attack('E12', '50 concurrent visibility changes of one product', async (target, checks) => {
    // An answer of the contract.
    const { id } = (await (await asOwner(target, paths.products, { ...product, name: 'E12' })).json()) as { id: string }
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        asOwner(target, `${paths.products}/${id}/visibility`, { isVisible: n % 2 === 0 }, 'PUT'),
      ),
    )
    checks.failUnless(
      answers.every(({ status }) => status === 200),
      'one of the changes was refused',
    )
    const [row] = await query<{ version: number; entries: number }>(
      target,
      `select version, (select count(*)::int from pricing_audit where product_id = p.id) as entries from pricing_product p where id = '${id}'`,
    )
    checks.failUnless(
      row !== undefined && row.version === row.entries,
      `version ${row?.version} has ${row?.entries} entries`,
    )
  }),
  attack('E14', 'no body, an empty body, and a body of another type', async (target, checks) => {
    for (const path of Object.values(paths)) {
      const headers = { cookie: target.cookie }
      checks.failUnless(await isProblem(await send(target, path, '', headers), 400), `${path} accepts an empty body`)
      const bare = await fetch(target.plain + path, { method: 'POST', headers })
      checks.failUnless(await isProblem(bare, 400), `${path} without a body answered ${bare.status}`)
      const xml = await send(target, path, '<a/>', { ...headers, 'content-type': 'application/xml' })
      checks.failUnless(await isProblem(xml, 415), `${path} accepts XML`)
    }
  }),
  attack('E15', 'responses with a missing or wrong content type', async (target, checks) => {
    for (const { url } of readable)
      for (const cookie of ['', target.cookie]) {
        const answer = await fetch(target.plain + filled(url), { headers: { cookie }, redirect: 'manual' })
        await answer.body?.cancel()
        const type = answer.headers.get('content-type') ?? ''
        const isKnown = /^(application\/problem\+json|(application\/json|text\/(html|csv)); charset=utf-8)$/.test(type)
        checks.failUnless(isKnown || answer.status === 303, `${url} is ${type}`)
      }
  }),
  attack('E17', '10 MB with a Content-Length', async (target, checks) => {
    const start = performance.now()
    const answer = await send(target, paths.leads, 'a'.repeat(10_000_000)).catch(() => undefined)
    const took = performance.now() - start
    checks.failUnless(answer?.status === 413, `it answered ${answer?.status ?? 'nothing'}`)
    checks.failUnless(took < 1000, `it took ${Math.round(took)} ms`)
  }),
  attack('E26', 'files below /admin that do not exist', async (target, checks) => {
    for (const file of ['none.js', '.env', 'config.json', 'backup.zip', 'assets/none.css', 'samples/none.map']) {
      const { status } = await fetch(`${target.plain}/admin/${file}`)
      checks.failUnless(status === 404, `/admin/${file} answered ${status}`)
    }
  }),
]
