import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { startPrintApp } from '../../../../test/print.ts'

const { db, newKey, own, withKey } = await startPrintApp()

const html = '<h1>Hello {{first_name ?? "neighbor"}}</h1><p>{{offer}}</p>'
const create = (changes: object = {}, key = own.Key) =>
  withKey(
    { method: 'POST', url: '/v1/templates', payload: { Name: 'Spring', Size: '4.25x6', Html: html, ...changes } },
    key,
  )
const list = (query = '', key = own.Key) => withKey({ method: 'GET', url: `/v1/templates${query}` }, key)
const get = (id: string, key = own.Key) => withKey({ method: 'GET', url: `/v1/templates/${id}` }, key)
const addVersion = (id: string, Html: string, key = own.Key) =>
  withKey({ method: 'POST', url: `/v1/templates/${id}/versions`, payload: { Html } }, key)
const remove = (id: string, key = own.Key) => withKey({ method: 'DELETE', url: `/v1/templates/${id}` }, key)
/** Stores an image and returns its id. */
async function upload(key = own.Key): Promise<string> {
  const payload = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const headers = { 'content-type': 'application/octet-stream' }
  return (await withKey({ method: 'POST', url: '/v1/assets', headers, payload }, key)).json().Id
}

const house = ['tmpl_spring_front', 'tmpl_spring_back', 'tmpl_planting_letter']
const idsOf = (answer: { json: () => { Id: string }[] }) => answer.json().map(({ Id }) => Id)

describe('createPrintTemplate', () => {
  test('201 with its fields and without findings', async () => {
    const answer = await create()
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      Id: expect.stringMatching(/^tmpl_[0-9A-Za-z]{20}$/),
      Name: 'Spring',
      Size: '4.25x6',
      Version: 1,
      House: false,
      Fields: [
        { Name: 'first_name', Required: false, Line: 1, Column: 11 },
        { Name: 'offer', Required: true },
      ],
      Lint: [],
    })
  })

  test('201 stores a template with errors, and reports each with its place', { tags: ['G08'] }, async () => {
    const answer = await create({ Html: '<p>ok</p>\n<script>alert(1)</script>' })
    expect(answer.statusCode).toBe(201)
    expect(answer.json().Lint).toMatchObject([
      { Code: 'tag_not_allowed', Severity: 'error', Line: 2, Allowed: expect.any(String), Remedy: expect.any(String) },
    ])
  })

  test('201 with a finding for each missing or misplaced asset, in every branch', async () => {
    const photo = await upload()
    const foreign = await upload((await newKey()).Key)
    const Html = `<img src="asset:${photo}"><img src="asset:{{picture}}">
<style>@font-face { font-family: A; src: url(asset:${photo}) }</style>
{{#if offer}}<img src="asset:gone">{{else}}<img src="asset:${foreign}">{{/if}}`
    expect((await create({ Html })).json().Lint).toMatchObject([
      { Code: 'asset_type_not_allowed', Severity: 'error', Found: 'image/png', Line: 2 },
      { Code: 'unknown_asset', Severity: 'error', Found: 'gone', Line: 3 },
      { Code: 'unknown_asset', Found: foreign, Line: 3 },
    ])
  })

  test('400 for a NUL and for half a character, which PostgreSQL cannot store', async () => {
    for (const Html of ['<p>\0</p>', '<p>\uD800</p>'])
      expect((await create({ Html })).json().errors).toMatchObject([
        { pointer: '/Html', code: 'characters_not_allowed' },
      ])
  })

  test('400 for a body that is not JSON, with the position of the error', async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await withKey({ method: 'POST', url: '/v1/templates', headers, payload: '{\n  "Name": "A",\n}' })
    expect([answer.statusCode, answer.json().detail]).toEqual([
      400,
      'The body is not valid JSON: unexpected "}" at line 3, column 1.',
    ])
  })

  test('413 with the limit', async () => {
    const answer = await create({ Html: 'a'.repeat(600_000) })
    expect([answer.statusCode, answer.json().detail]).toEqual([
      413,
      'The body is larger than the limit of 600,000 bytes.',
    ])
  })
})

describe('listPrintTemplates', () => {
  test('200 with the built-in ones before those of the key, a page at a time', async () => {
    const { Key } = await newKey()
    const own: string[] = []
    for (const Name of ['A', 'B', 'C']) own.unshift((await create({ Name }, Key)).json().Id)
    const whole = await list('', Key)
    expect(whole.statusCode).toBe(200)
    expect(idsOf(whole)).toEqual([...house, ...own])
    expect(whole.headers['x-total-count']).toBe('6')
    expect(whole.json()[0]).not.toHaveProperty('Html')

    // The second page begins with the last of the built-in ones.
    const seen: string[] = []
    for (let url: string | undefined = '/v1/templates?limit=2'; url;) {
      const page = await withKey({ method: 'GET', url }, Key)
      expect(page.json().length).toBeLessThanOrEqual(2)
      seen.push(...idsOf(page))
      url = /<(.+)>/.exec(String(page.headers['link'] ?? ''))?.[1]
    }
    expect(seen).toEqual([...house, ...own])
  })

  test('200 without templates of another key', { tags: ['G11'] }, async () => {
    const { Key } = await newKey()
    await create()
    expect(idsOf(await list('', Key))).toEqual(house)
  })

  test('400 for an invalid cursor', async () => {
    const cursors = [
      '2026-11-20T15:04:05.123Z_01932c07-5b1c-7d52-8f3a-2b1f6f3f8a11',
      // PostgreSQL accepts neither of these dates.
      `0000-01-01T00:00:00.000Z_tmpl_${'A'.repeat(20)}`,
      `2026-02-30T00:00:00.000Z_tmpl_${'A'.repeat(20)}`,
    ].map((text) => Buffer.from(text).toString('base64url'))
    for (const cursor of ['nonsense', ...cursors])
      expect([cursor, (await list(`?cursor=${cursor}`)).json().code]).toEqual([cursor, 'invalid_cursor'])
  })
})

describe('getPrintTemplate', () => {
  test('200 with the HTML, also for built-in templates', async () => {
    const { Id } = (await create()).json()
    const answer = await get(Id)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ Id, Html: html, Version: 1 })
    expect((await get('tmpl_spring_back')).json()).toMatchObject({
      House: true,
      Size: null,
      Html: expect.stringContaining('{{'),
    })
  })

  test('404 for a template of another key', { tags: ['G11'] }, async () => {
    const { Id } = (await create()).json()
    const { Key } = await newKey()
    expect((await get(Id, Key)).statusCode).toBe(404)
    expect((await addVersion(Id, html, Key)).statusCode).toBe(404)
    expect((await remove(Id, Key)).statusCode).toBe(404)
  })
})

describe('createPrintTemplateVersion', () => {
  test('201 with the next version, and the previous one is kept', async () => {
    const { Id } = (await create()).json()
    const answer = await addVersion(Id, '<p>{{city}}</p>')
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ Id, Version: 2, Fields: [{ Name: 'city' }] })
    expect((await get(Id)).json()).toMatchObject({ Html: '<p>{{city}}</p>', Version: 2 })
    const { rows } = await db.query('select html from print_template_version where template_id = $1 order by version', [
      Id,
    ])
    expect(rows.map((row) => row.html)).toEqual([html, '<p>{{city}}</p>'])
  })

  test('201 for each of two at the same time, as two versions', async () => {
    const { Id } = (await create()).json()
    const answers = await Promise.all([addVersion(Id, '<p>a</p>'), addVersion(Id, '<p>b</p>')])
    expect(new Set(answers.map((answer) => answer.json().Version))).toEqual(new Set([2, 3]))
  })

  test('409 for more versions than a template may have', async () => {
    const { Key } = await newKey()
    const { Id } = (await create({}, Key)).json()
    await db.query('update print_template set version = 200 where id = $1', [Id])
    const answer = await addVersion(Id, html, Key)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'limit_reached'])
    expect((await db.query('select version from print_template where id = $1', [Id])).rows).toEqual([{ version: 200 }])
  })

  test('403 for a built-in template', async () => {
    expect((await addVersion('tmpl_spring_front', html)).statusCode).toBe(403)
  })
})

describe('deletePrintTemplate', () => {
  test('204 once, then 404, regardless of the media type of an empty body', async () => {
    for (const type of ['application/json', 'text/plain']) {
      const { Id } = (await create()).json()
      const headers = { 'content-type': type, 'content-length': '0' }
      expect((await withKey({ method: 'DELETE', url: `/v1/templates/${Id}`, headers })).statusCode).toBe(204)
      for (const answer of [await get(Id), await remove(Id)]) expect(answer.statusCode).toBe(404)
      expect(idsOf(await list())).not.toContain(Id)
    }
    expect((await remove('tmpl_spring_front')).statusCode).toBe(403)
  })
})

test('the built-in templates have no findings', async () => {
  for (const id of house) expect((await get(id)).json().Lint).toEqual([])
})
