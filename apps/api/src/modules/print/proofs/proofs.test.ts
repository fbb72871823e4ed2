import { beforeEach, describe, expect, test, vi } from 'vitest'
import { addRenderer, letter, postcard, startPrintApp } from '../../../../test/print.ts'

const { app, db, config, newKey, own, withKey } = await startPrintApp()

const post = (kind: 'postcards' | 'letters', payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: `/v1/${kind}`, payload, headers })
const problems = (answer: { json: () => { errors: { pointer: string; code: string }[] } }) =>
  answer.json().errors.map(({ pointer, code }) => `${pointer} ${code}`)

/** Finishes a proof as a renderer does. */
async function finish(id: string, changes: Record<string, unknown> = { status: 'ready' }) {
  const names = Object.keys(changes).map((name, index) => `${name} = $${index + 2}`)
  await db.query(`update print_proof set ${names.join()}, finished_at = now() where id = $1`, [
    id,
    ...Object.values(changes),
  ])
  await db.query("select pg_notify('print_done', $1)", [id])
}
const newest = async () =>
  (await db.query('select * from print_proof order by created_at desc, id desc limit 1')).rows[0]

/** Retries until the 503, because a renderer counts as up for another second. */
const refused = <Answer extends { statusCode: number }>(ask: () => Promise<Answer>): Promise<Answer> =>
  vi.waitFor(async () => {
    const answer = await ask()
    expect(answer.statusCode).toBe(503)
    return answer
  }, 5_000)

beforeEach(async () => {
  await db.query('truncate print_renderer')
  await addRenderer(db)
  // Keeps the renderer alive without a heartbeat.
  await db.query("update print_renderer set seen_at = now() + interval '1 day'")
})

describe('createPostcard', () => {
  test('202 immediately, with the price and the URL of the proof', async () => {
    const answer = await post('postcards', postcard())
    expect(answer.statusCode).toBe(202)
    expect(answer.headers['location']).toBe(`/v1/proofs/${answer.json().Id}`)
    expect(answer.json()).toMatchObject({
      Id: expect.stringMatching(/^proof_[0-9A-Za-z]{20}$/),
      Status: 'rendering',
      Price: { Unit: 0.68, Total: 0.68, Currency: 'USD', NextTier: { From: 2000, Unit: 0.65 } },
      Templates: [
        { Id: 'tmpl_spring_front', Version: 1 },
        { Id: 'tmpl_spring_back', Version: 1 },
      ],
      PdfUrl: null,
      Pages: [],
      Failure: null,
    })
    expect((await app.inject(`/v1/proofs/${answer.json().Id}`)).json()).toEqual(answer.json())
    const row = await newest()
    expect(row).toMatchObject({ piece: 'postcard', workspace_id: null, status: 'rendering', attempts: 0 })
    expect(row.request).toMatchObject({ to: { City: 'Tulsa' }, values: { first_name: 'Dana' } })
    expect(row.expires_at - row.created_at).toBeLessThanOrEqual(86_400_000)
  })

  test.each([
    ['ready', { status: 'ready' }, { Status: 'ready' }],
    [
      'failed',
      { status: 'failed', failure_code: 'timeout', failure_detail: 'It took too long.' },
      { Status: 'failed', Failure: { Code: 'timeout', Detail: 'It took too long.' } },
    ],
  ])('200 with WaitForRender, as soon as the proof is %s', async (what, changes, proof) => {
    const asked = post('postcards', postcard({ WaitForRender: true, Description: `It is ${what}` }))
    const { id } = await waitingRow(`It is ${what}`)
    await finish(id, changes)
    const answer = await asked
    expect([answer.statusCode, answer.json()]).toEqual([200, expect.objectContaining({ Id: id, ...proof })])
  })

  test('202 with the same proof for a repeated key, for this caller only', async () => {
    const headers = { 'idempotency-key': 'key-of-two-callers' }
    const first = (await post('postcards', postcard(), headers)).json()
    const again = await post('postcards', postcard(), headers)
    expect([again.statusCode, again.json().Id]).toEqual([202, first.Id])
    const { To } = postcard() as { To?: object }
    const reversed = Object.fromEntries(Object.entries(To ?? {}).toReversed())
    expect((await post('postcards', postcard({ To: reversed }), headers)).json().Id).toBe(first.Id)
    const other = await withKey({ method: 'POST', url: '/v1/postcards', payload: postcard(), headers })
    expect(other.json().Id).not.toBe(first.Id)
    await finish(first.Id)
    const waits = await post('postcards', postcard({ WaitForRender: true }), headers)
    expect([waits.statusCode, waits.json().code]).toEqual([422, 'idempotency_key_reused'])
  })

  test('403 for a piece that would be mailed', async () => {
    for (const payload of [postcard({ DryRun: false }), postcard({ DryRun: undefined })])
      expect((await post('postcards', payload)).json()).toMatchObject({ status: 403, code: 'live_mode_unavailable' })
    expect((await post('letters', letter({ DryRun: false }))).statusCode).toBe(403)
  })

  test('403 for templates of a key when the key is not sent', { tags: ['G11'] }, async () => {
    const answer = await post('postcards', postcard({ Front: 'tmpl_mine' }))
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'template_not_allowed'])
  })

  test('401 for an invalid key, although a key is optional', async () => {
    const answer = await post('postcards', postcard(), { authorization: 'Bearer sandbox_nope' })
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'invalid_key'])
  })

  test('503 while no renderer is up, and everything else works', async () => {
    await db.query("update print_renderer set seen_at = now() - interval '11 seconds'")
    const answer = await refused(() => post('postcards', postcard()))
    expect(answer.json().code).toBe('renderer_unavailable')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await withKey({ method: 'GET', url: '/v1/templates' })).statusCode).toBe(200)
  })
})

/** The proof of a request that is still waiting. */
const waitingRow = (description: string): Promise<{ id: string }> =>
  vi.waitFor(async () => {
    const { rows } = await db.query('select id from print_proof where description = $1', [description])
    expect(rows).toHaveLength(1)
    return rows[0]
  }, 5_000)

describe('a template of a key', () => {
  const html = '<img src="asset:gone"><p>{{offer}}</p><img src="asset:{{picture}}">'
  const save = async (key: string, changes: object = {}): Promise<{ Id: string }> =>
    (
      await withKey(
        { method: 'POST', url: '/v1/templates', payload: { Name: 'A', Size: '4.25x6', Html: html, ...changes } },
        key,
      )
    ).json()
  const proof = (changes: Record<string, unknown>) =>
    withKey({ method: 'POST', url: '/v1/postcards', payload: postcard(changes) })

  test('is proofed in its latest version, and the proof is kept for 14 days', async () => {
    const { Id } = await save(own.Key, { Html: '<p>{{offer}}</p>' })
    await withKey({ method: 'POST', url: `/v1/templates/${Id}/versions`, payload: { Html: '<p>{{city}}</p>' } })
    const answer = await proof({ Front: Id })
    expect(answer.statusCode).toBe(202)
    expect(answer.json().Templates[0]).toEqual({ Id, Version: 2 })
    const row = await newest()
    expect(row).toMatchObject({ workspace_id: own.Id, caller: expect.stringMatching(/^[\w-]{43}$/) })
    expect(row.expires_at - row.created_at).toBeGreaterThan(13 * 86_400_000)
  })

  test('has its errors reported together with those of the other side', async () => {
    const [plain, broken, large, foreign] = [
      await save(own.Key),
      await save(own.Key, { Html: '<script></script>' }),
      await save(own.Key, { Size: '6x9' }),
      await save((await newKey()).Key),
    ]
    expect((await proof({ Front: plain.Id, Back: broken.Id })).json().errors).toMatchObject([
      { pointer: '/Front', code: 'unknown_asset', detail: 'The template uses an asset that does not exist.' },
      { pointer: '/VariablePayload/picture', code: 'missing_field' },
      { pointer: '/Back', code: 'template_has_errors' },
    ])
    expect(problems(await proof({ Front: large.Id, Back: foreign.Id }))).toEqual([
      '/Back unknown_template',
      '/Front template_size_mismatch',
    ])
  })

  test('503 without isolation, where a built-in template is still printed', async () => {
    await db.query('truncate print_renderer')
    await addRenderer(db, 'none')
    const { Id } = await save(own.Key, { Html: '<p>plain</p>' })
    const answer = await refused(() => proof({ Front: Id }))
    expect(answer.json().code).toBe('untrusted_templates_unavailable')
    expect((await proof({})).statusCode).toBe(202)
  })
})

describe('createLetter', () => {
  test('202 without a price while the pages of its template are not counted', async () => {
    const answer = await post('letters', letter())
    expect(answer.statusCode).toBe(202)
    expect(answer.json()).toMatchObject({ Size: '8.5x11', Price: null, Templates: [{ Id: 'tmpl_planting_letter' }] })
  })

  test('200 with WaitForRender', async () => {
    const asked = post('letters', letter({ WaitForRender: true, Description: 'A letter' }))
    await finish((await waitingRow('A letter')).id)
    expect((await asked).statusCode).toBe(200)
  })

  test('202 with the price of one sheet for a front and a back', async () => {
    const sides = { Template: undefined, Front: 'tmpl_planting_letter', Back: 'tmpl_planting_letter' }
    expect((await post('letters', letter(sides))).json().Price).toMatchObject({ Unit: 0.9, Total: 0.9 })
    expect((await post('letters', letter({ ...sides, PostalClass: 'Standard' }))).json().Price.Unit).toBe(0.77)
  })
})

describe('getProof', () => {
  test('200 with links to the files at the API’s own address, for anyone who has the id', async () => {
    const { Id } = (await post('postcards', postcard())).json()
    const pages = [
      { Side: 'front', Width: 6.25, Height: 4.5, hash: 'a'.repeat(64) },
      { Side: 'back', Width: 6.25, Height: 4.5, hash: 'b'.repeat(64) },
    ]
    await finish(Id, { status: 'ready', pdf_hash: 'c'.repeat(64), pages: JSON.stringify(pages) })
    const answer = await app.inject({ url: `/v1/proofs/${Id}`, headers: { host: 'evil.example' } })
    expect(answer.statusCode).toBe(200)
    const { PdfUrl, Pages } = answer.json()
    expect(PdfUrl).toMatch(new RegExp(`^${config.apiOrigin}/v1/proofs/${Id}/pdf\\?Expires=\\d+&Signature=[\\w-]{43}$`))
    expect(Pages).toMatchObject([
      { Page: 1, Side: 'front', Width: 6.25, Height: 4.5, PngUrl: expect.stringContaining(`/v1/proofs/${Id}/png/1?`) },
      { Page: 2, Side: 'back' },
    ])
    expect(answer.body).not.toContain('Cedar')
  })

  test('404 for a deleted proof', async () => {
    const { Id } = (await post('postcards', postcard())).json()
    await db.query('update print_proof set expires_at = now() where id = $1', [Id])
    expect((await app.inject(`/v1/proofs/${Id}`)).statusCode).toBe(404)
    expect((await app.inject(`/v1/proofs/proof_${'0'.repeat(20)}`)).statusCode).toBe(404)
  })
})

test('a waiting caller holds no database connection', async () => {
  const { poolMax } = config
  const waiting = Array.from({ length: poolMax * 3 }, (_, index) =>
    post('postcards', postcard({ WaitForRender: true, Description: `waits ${index}` })),
  )
  const rows = await vi.waitFor(async () => {
    const found = await db.query("select id from print_proof where description like 'waits %'")
    expect(found.rows).toHaveLength(waiting.length)
    return found.rows
  }, 5_000)
  expect((await withKey({ method: 'GET', url: '/v1/templates' })).statusCode).toBe(200)
  for (const { id } of rows) await finish(id)
  expect((await Promise.all(waiting)).map(({ statusCode }) => statusCode)).toEqual(waiting.map(() => 200))
})
