import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Attack, attack, type Claims } from './attack.ts'
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

/** Sends the same record with one change after the other: each must be refused, naming the member, and leave nothing. */
async function refuses(target: Target, claims: Claims, path: string, base: object, changes: object[], name: string) {
  const before = await countRows(target, name)
  for (const change of changes) {
    const answer = await asOwner(target, path, { ...base, ...change })
    const words = `${path} with ${JSON.stringify(change).slice(0, 60)} answered ${answer.status}`
    const body = await answer.clone().text()
    claims.holds(words, (await isProblem(answer, 400)) && body.includes(`"/${Object.keys(change)[0]}`))
  }
  claims.holds(`${path} stored one of them`, (await countRows(target, name)) === before)
}

const wrongTexts: unknown[] = [undefined, null, '', '   ', [], {}, 7, true]
/** Each required text, missing or of another kind. JSON leaves out what is undefined. */
const without = (names: string[]) => names.flatMap((name) => wrongTexts.map((value) => ({ [name]: value })))

export const inputAttacks: Attack[] = [
  attack('D03', 'images at addresses of our own network', async (target, claims) => {
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
    // A second for whatever would fetch behind the answer's back.
    await wait(1000)
    server.close()
    claims.holds(`the product called ${calls} times`, calls === 0)
  }),
  attack('D08', 'cells that a spreadsheet would run', async (target, claims) => {
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
        JSON.stringify({ ...lead, email: 'd08@example.com', company: cell, message: cell }),
      )
    const answer = await fetch(`${target.plain}/api/admin/leads/export?q=d08`, { headers: { cookie: target.cookie } })
    const [heads, ...rows] = cellsOf(await answer.text())
    claims.holds(`${rows.length} of ${cells.length} rows arrived`, rows.length === cells.length)
    claims.holds(
      'a row has other columns',
      rows.every((row) => row.length === heads?.length),
    )
    const live = rows.flat().filter((cell) => /^[\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell))
    claims.holds(`these are live: ${JSON.stringify(live.slice(0, 4))}`, live.length === 0)
    const named = /^attachment; filename="leads-\d{4}-\d\d-\d\d\.csv"$/
    claims.holds('it opens in the browser', named.test(answer.headers.get('content-disposition') ?? ''))
    claims.holds('it has another type', answer.headers.get('content-type') === 'text/csv; charset=utf-8')
  }),
  attack('D10', 'members that callers may not set', async (target, claims) => {
    const ours = [{ id: randomUUID() }, { createdAt: '2020-01-01T00:00:00Z' }, { isAdmin: true }, { version: 9 }]
    const work = [{ status: 'synced' }, { processed: true }, { pipedriveDealId: 1 }, { isSpam: false }]
    await refuses(target, claims, paths.leads, lead, [...ours, ...work], 'lead')
    await refuses(target, claims, paths.samples, sample, [...ours, ...work], 'sample_request')
    await refuses(target, claims, paths.templates, template, ours, 'sample_template')
    await refuses(target, claims, paths.products, product, ours, 'pricing_product')
  }),
  attack('D11', 'a member twice', async (target, claims) => {
    const twice = JSON.stringify(lead).replace('{', '{"email":"first@example.com",')
    for (let n = 0; n < 3; n += 1)
      claims.holds('it was refused', (await send(target, paths.leads, twice)).status === 201)
    const stored = await countRows(target, "lead where email = 'first@example.com'")
    claims.holds('the first one counted', stored === 0)
  }),
  attack('D16', 'our own code that makes markup of data', async (_target, claims) => {
    for (const folder of ['apps/admin/src', 'apps/site/src', 'apps/api/src', 'packages/ui/src'])
      for (const file of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
        if (!/(?<!\.test)\.tsx?$/.test(file)) continue
        const words = readFileSync(path.join(root, folder, file), 'utf8')
        // It writes what search engines read, and has a test of its own.
        const isAllowed = file === path.join('layout', 'Seo.tsx')
        const found = /dangerouslySetInnerHTML|\.innerHTML|\beval\(|new Function\(|document\.write/.exec(words)
        claims.holds(`${file} has ${found?.[0]}`, found === null || isAllowed)
      }
  }),
  attack('E01', 'required texts that are missing or of another kind', async (target, claims) => {
    await refuses(target, claims, paths.leads, lead, without(Object.keys(lead)), 'lead')
    await refuses(target, claims, paths.samples, sample, without(Object.keys(sample)), 'sample_request')
    await refuses(target, claims, paths.templates, template, without(['name', 'type']), 'sample_template')
    await refuses(target, claims, paths.products, product, without(['name', 'category']), 'pricing_product')
  }),
  attack('E02', 'texts of the greatest length, one more, and a million more', async (target, claims) => {
    for (const [name, most] of [
      ['firstName', 200],
      ['company', 200],
      ['message', 5_000],
    ] as const) {
      const withLength = (length: number) => JSON.stringify({ ...lead, [name]: 'a'.repeat(length) })
      const lengths = [most, most + 1, 1_000_000]
      const answers = await Promise.all(lengths.map((length) => send(target, paths.leads, withLength(length))))
      const statuses = answers.map(({ status }) => status).join()
      claims.holds(`${name} answered ${statuses}`, statuses === '201,400,413')
    }
  }),
  attack('E03', 'emails that are none', async (target, claims) => {
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
      claims,
      paths.leads,
      lead,
      emails.map((email) => ({ email })),
      'lead',
    )
    for (const email of ['a@bücher.example', "o'hara+x@example.com"])
      claims.holds(`${email} was refused`, (await asOwner(target, paths.leads, { ...lead, email })).status === 201)
  }),
  attack('E04', 'words that are not in a list', async (target, claims) => {
    await refuses(target, claims, paths.leads, lead, [{ industry: 'space' }, { volume: '7' }, { volume: 7 }], 'lead')
    await refuses(
      target,
      claims,
      paths.samples,
      sample,
      [{ sampleType: 'box' }, { state: 'a'.repeat(201) }],
      'sample_request',
    )
    await refuses(target, claims, paths.templates, template, [{ type: 'Postcard' }], 'sample_template')
    await refuses(target, claims, paths.products, product, [{ category: 'box' }], 'pricing_product')
  }),
  attack('E05', 'prices that are none', async (target, claims) => {
    const prices = [-0.01, '1', 1e308, null, 0.68001, 1_000_000, [], {}]
    await refuses(
      target,
      claims,
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
      claims.holds(`${given} became ${row?.price}`, row?.price === kept)
    }
  }),
  attack('E06', 'places in an order that are none', async (target, claims) => {
    const places = [2 ** 31, -(2 ** 31) - 1, 1.5, 'abc', null]
    await refuses(
      target,
      claims,
      paths.products,
      product,
      places.map((sortOrder) => ({ sortOrder })),
      'pricing_product',
    )
  }),
  attack('E07', 'too many features, too long ones, and blank ones', async (target, claims) => {
    const lists = [Array.from({ length: 51 }, () => 'a'), ['a'.repeat(201)], [' '], 'a', [7]]
    await refuses(
      target,
      claims,
      paths.products,
      product,
      lists.map((features) => ({ features })),
      'pricing_product',
    )
    const many = await asOwner(target, paths.products, {
      ...product,
      features: Array.from({ length: 10_000 }, () => 'a long one'),
    })
    claims.holds(`10,000 answered ${many.status}`, [400, 413].includes(many.status))
  }),
  attack('E08', 'ZIP codes that are none', async (target, claims) => {
    const codes = ['1234', '123456', '12345-67', '12345-678901', 'abcde', '１２３４５', 2138]
    await refuses(
      target,
      claims,
      paths.samples,
      sample,
      codes.map((zip) => ({ zip })),
      'sample_request',
    )
  }),
  attack('E12', '50 switches of one product at once', async (target, claims) => {
    // An answer of the contract.
    const { id } = (await (await asOwner(target, paths.products, { ...product, name: 'E12' })).json()) as { id: string }
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        asOwner(target, `${paths.products}/${id}/visibility`, { isVisible: n % 2 === 0 }, 'PUT'),
      ),
    )
    claims.holds(
      'one was refused',
      answers.every(({ status }) => status === 200),
    )
    const [row] = await query<{ version: number; entries: number }>(
      target,
      `select version, (select count(*)::int from pricing_audit where product_id = p.id) as entries from pricing_product p where id = '${id}'`,
    )
    claims.holds(
      `version ${row?.version} has ${row?.entries} entries`,
      row !== undefined && row.version === row.entries,
    )
  }),
  attack('E14', 'no body, an empty one, and one of another type', async (target, claims) => {
    for (const path of Object.values(paths)) {
      const headers = { cookie: target.cookie }
      claims.holds(`${path}: empty`, await isProblem(await send(target, path, '', headers), 400))
      const bare = await fetch(target.plain + path, { method: 'POST', headers })
      claims.holds(`${path}: none answered ${bare.status}`, await isProblem(bare, 400, 415))
      const xml = await send(target, path, '<a/>', { ...headers, 'content-type': 'application/xml' })
      claims.holds(`${path}: XML`, await isProblem(xml, 415))
    }
  }),
  attack('E15', 'answers that say what they are', async (target, claims) => {
    for (const { url } of readable)
      for (const cookie of ['', target.cookie]) {
        const answer = await fetch(target.plain + filled(url), { headers: { cookie }, redirect: 'manual' })
        await answer.body?.cancel()
        const type = answer.headers.get('content-type') ?? ''
        const isKnown = /^(application\/problem\+json|(application\/json|text\/(html|csv)); charset=utf-8)$/.test(type)
        claims.holds(`${url} is ${type}`, isKnown || answer.status === 303)
      }
  }),
  attack('E17', '10 MB with its length said', async (target, claims) => {
    const start = performance.now()
    const answer = await send(target, paths.leads, 'a'.repeat(10_000_000)).catch(() => undefined)
    const took = performance.now() - start
    // The server may close while we still send: then there is a reset instead of an answer.
    claims.holds(`it answered ${answer?.status}`, answer === undefined || answer.status === 413)
    claims.holds(`it took ${Math.round(took)} ms`, took < 1000)
  }),
]
