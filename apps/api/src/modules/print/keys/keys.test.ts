import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { addAccount } from '../../../../test/customers.ts'
import { startPrintApp } from '../../../../test/print.ts'
import { sandboxKeys } from './keys.service.ts'

const { app, db, countRows, newKey: getKey, own, withKey } = await startPrintApp()

const current = (key: string) => withKey({ method: 'GET', url: '/v1/sandbox-keys/current' }, key)
const contact = { FirstName: 'Dana', LastName: 'Example', Email: 'dana@example.com', Company: 'Tulsa Roofing Example' }
const leave = (key: string, changes: object = {}) =>
  withKey({ method: 'POST', url: '/v1/sandbox-keys/current/contact', payload: { ...contact, ...changes } }, key)

describe('createSandboxKey', () => {
  test('201 with a key that is stored only as its hash', async () => {
    const answer = await app.inject({ method: 'POST', url: '/v1/sandbox-keys', payload: {} })
    expect(answer.statusCode).toBe(201)
    const { Id, Key, Prefix, Scopes, ExpiresAt } = answer.json()
    expect(Key).toMatch(/^sandbox_[0-9A-Za-z]{36}$/)
    expect(Key.startsWith(Prefix)).toBe(true)
    expect(Scopes).toEqual(['proofs', 'templates', 'assets'])
    const { rows } = await db.query(
      `select encode(hash, 'hex') as hash, expires_at = $2 as same,
              expires_at between now() + interval '13 days 23 hours' and now() + interval '14 days' as "isRight"
         from print_key where id = $1`,
      [Id, ExpiresAt],
    )
    expect(rows).toMatchObject([{ same: true, isRight: true }])
    const stored = JSON.stringify((await db.query('select * from print_key')).rows)
    expect(stored).not.toContain(Key.slice(-20))
  })

  test.each([
    ['without a body or a media type', {}],
    ['without a body', { 'content-type': 'application/json' }],
    ['as curl sends no body', { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' }],
  ])('201 %s', async (_what, headers) => {
    expect((await app.inject({ method: 'POST', url: '/v1/sandbox-keys', headers })).statusCode).toBe(201)
  })

  test('415 for a form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await app.inject({ method: 'POST', url: '/v1/sandbox-keys', headers, payload: 'a=b' })
    expect([answer.statusCode, answer.json().detail]).toEqual([
      415,
      'Send the body with Content-Type: application/json.',
    ])
  })
})

describe('getCurrentSandboxKey', () => {
  test('200 with everything but the secret', async () => {
    const { Key, Id } = await getKey()
    const answer = await current(Key)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ Id, Prefix: Key.slice(0, 12), Scopes: ['proofs', 'templates', 'assets'] })
    expect(answer.body).not.toContain(Key.slice(12))
  })

  test('401 with a code for what is wrong with the key', { tags: ['G11'] }, async () => {
    const revoked = await getKey()
    await db.query('update print_key set revoked_at = now() where id = $1', [revoked.Id])
    const expired = await getKey()
    await db.query('update print_key set expires_at = now() where id = $1', [expired.Id])
    const cases = [
      [revoked.Key, 'key_revoked'],
      [expired.Key, 'key_expired'],
      [sandboxKeys.newKey().key, 'invalid_key'],
      ['sandbox_made-up', 'invalid_key'],
    ] as const
    for (const [key, code] of cases) {
      const answer = await current(key)
      expect([answer.statusCode, answer.json().code]).toEqual([401, code])
      expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
    }
    for (const authorization of ['', 'Basic abc', 'Bearer']) {
      const answer = await app.inject({ url: '/v1/sandbox-keys/current', headers: { authorization } })
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'key_required'])
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    }
  })

  test('200 records the last use, written at most once a minute', async () => {
    const { Key, Id } = await getKey()
    const lastUse = async () =>
      (await db.query('select last_used_at as at from print_key where id = $1', [Id])).rows[0].at
    await current(Key)
    const first = await lastUse()
    expect(first).toBeInstanceOf(Date)
    await current(Key)
    expect(await lastUse()).toEqual(first)
    await db.query("update print_key set last_used_at = now() - interval '61 seconds' where id = $1", [Id])
    await current(Key)
    expect((await lastUse()).getTime()).toBeGreaterThanOrEqual(first.getTime())
  })
})

describe('createSandboxKeyContact', () => {
  test('204 creates one lead, with its own source, even for two at the same time', async () => {
    const { Key, Id } = await getKey()
    const answers = await Promise.all([leave(Key), leave(Key)])
    answers.push(await leave(Key, { Email: 'other@example.com' }))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204])
    const { rows } = await db.query(
      'select lead.* from lead join print_key on print_key.lead_id = lead.id where print_key.id = $1',
      [Id],
    )
    expect(rows).toMatchObject([
      { first_name: 'Dana', email: 'dana@example.com', company: contact.Company, source: 'Print API Sandbox' },
    ])
    expect(await countRows('lead')).toBe(1)
  })
})

describe('a key', () => {
  test('has a checksum, so that a typo is rejected without the database', () => {
    const { key } = sandboxKeys.newKey()
    expect(sandboxKeys.canBeKey(key)).toBe(true)
    const other = key.endsWith('0') ? '1' : '0'
    expect(sandboxKeys.canBeKey(key.slice(0, -1) + other)).toBe(false)
    expect(sandboxKeys.canBeKey(`sandbox_${'0'.repeat(36)}`)).toBe(false)
  })

  test('403 without the scope', async () => {
    await db.query("update print_key set scopes = '{}' where id = $1", [own.Id])
    for (const path of ['templates', 'assets', 'templates/tmpl_spring_front', `assets/asset_${'0'.repeat(20)}`]) {
      const answer = await withKey({ method: 'GET', url: `/v1/${path}` })
      expect([path, answer.statusCode, answer.json().code]).toEqual([path, 403, 'insufficient_scope'])
      expect(answer.headers['www-authenticate']).toContain('Bearer error="insufficient_scope", scope="')
    }
    const proof = await withKey({ method: 'POST', url: '/v1/postcards', payload: {} })
    expect(proof.json()).toMatchObject({ status: 403, code: 'insufficient_scope' })
    await db.query("update print_key set scopes = '{proofs,templates,assets}' where id = $1", [own.Id])
  })
})

const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
  .png()
  .toBuffer()

describe.each([
  {
    kind: 'templates',
    addHundred: `insert into print_template (id, workspace_id, name, size, version)
      select 'tmpl_' || substr(md5($1::text || n), 1, 20), $1::text::uuid, 'A', '6x9', 1
        from generate_series(1, 100) n returning id`,
    headers: {},
    payload: { Name: 'Spring', Size: '4.25x6', Html: '<p>Spring</p>' },
  },
  {
    kind: 'assets',
    addHundred: `insert into print_asset (id, workspace_id, file_hash, media_type, width, height, bytes)
      select 'asset_' || substr(md5($1::text || n), 1, 20), $1::text::uuid, lpad(n::text, 64, '0'), 'image/png', 1, 1, 1
        from generate_series(1, 100) n returning id`,
    headers: { 'content-type': 'application/octet-stream' },
    payload: image,
  },
])('$kind', ({ kind, addHundred, headers, payload }) => {
  const url = `/v1/${kind}`
  const create = (key: string) => withKey({ method: 'POST', url, headers, payload }, key)

  test('201 for any number in an account', async () => {
    const { live } = await addAccount(db)
    await db.query(addHundred, [live.workspace])
    expect((await create(live.key)).statusCode).toBe(201)
  })

  test('409 for one more than a sandbox may have, until one is deleted', async () => {
    const { Id, Key } = await getKey()
    const { rows } = await db.query(addHundred, [Id])
    const answer = await create(Key)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'limit_reached'])
    expect(answer.json().detail).toContain(`DELETE ${url}/{id}`)
    expect((await withKey({ method: 'DELETE', url: `${url}/${rows[0].id}` }, Key)).statusCode).toBe(204)
    expect((await create(Key)).statusCode).toBe(201)
  })
})
