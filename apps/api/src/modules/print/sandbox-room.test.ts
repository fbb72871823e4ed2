import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { addAccount } from '../../../test/customers.ts'
import { startPrintApp } from '../../../test/print.ts'

const { db, newKey, withKey } = await startPrintApp()

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

  test('201 for any number of an account', async () => {
    const { live } = await addAccount(db)
    await db.query(addHundred, [live.workspace])
    expect((await create(live.key)).statusCode).toBe(201)
  })

  test('409 for one more than a sandbox may have, until one is deleted', async () => {
    const { Id, Key } = await newKey()
    const { rows } = await db.query(addHundred, [Id])
    const answer = await create(Key)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'limit_reached'])
    expect(answer.json().detail).toContain(`DELETE ${url}/{id}`)
    expect((await withKey({ method: 'DELETE', url: `${url}/${rows[0].id}` }, Key)).statusCode).toBe(204)
    expect((await create(Key)).statusCode).toBe(201)
  })
})
