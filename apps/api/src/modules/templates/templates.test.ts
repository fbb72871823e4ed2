import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'

const { app, db, asStaff, countRows } = await startApp()

const url = '/api/admin/sample-templates'
const input = (changes: Record<string, unknown> = {}) => ({
  name: 'Spring',
  type: 'postcard',
  active: true,
  ...changes,
})
const create = (changes: Record<string, unknown> = {}) => asStaff({ method: 'POST', url, payload: input(changes) })
const put = (id: string, changes: Record<string, unknown>, headers: Record<string, string> = {}) =>
  asStaff({ method: 'PUT', url: `${url}/${id}`, payload: input(changes), headers })
const list = () => asStaff({ method: 'GET', url })

beforeEach(() => db.query('truncate sample_template'))

describe('createSampleTemplate', () => {
  test('201 with the whole template, which is then in the list', async () => {
    const answer = await create({
      frontImageUrl: 'https://images.example.com/front.png',
      backImageUrl: '',
      description: 'Hi',
    })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      name: 'Spring',
      type: 'postcard',
      frontImageUrl: 'https://images.example.com/front.png',
      backImageUrl: null,
      description: 'Hi',
      active: true,
      version: 1,
    })
    expect((await list()).json()).toEqual([answer.json()])
  })

  test(
    '400 for an image URL with a script, a file, or credentials, and nothing is stored',
    { tags: ['D02', 'D17'] },
    async () => {
      for (const image of [
        'not a url',
        'javascript:alert(1)',
        'https://user:secret@images.example.com/a.png',
        'data:image/svg+xml,<svg onload=alert(1)>',
        'file:///etc/passwd',
        '//images.example.com/a.png',
        ' https://images.example.com/a.png',
      ]) {
        expect([image, (await create({ frontImageUrl: image })).statusCode]).toEqual([image, 400])
        expect([image, (await create({ backImageUrl: image })).statusCode]).toEqual([image, 400])
      }
      expect(await countRows('sample_template')).toBe(0)
    },
  )
})

describe('listSampleTemplates', () => {
  test('200 newest first, with the total, a page at a time', async () => {
    for (const name of ['A', 'B', 'C']) await create({ name })
    const first = await asStaff({ method: 'GET', url: `${url}?limit=2` })
    expect(first.json().map((template: { name: string }) => template.name)).toEqual(['C', 'B'])
    expect(first.headers['x-total-count']).toBe('3')
    expect(first.headers['link']).toContain('rel="next"')
  })
})

describe('updateSampleTemplate', () => {
  test('200 replaces it; omitted members are removed', async () => {
    const { id } = (await create({ description: 'Old', frontImageUrl: 'http://images.example.com/a.png' })).json()
    const answer = await put(id, { name: 'Autumn', type: 'letter', active: false })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      name: 'Autumn',
      type: 'letter',
      frontImageUrl: null,
      description: '',
      version: 2,
    })
    expect((await list()).json()).toEqual([answer.json()])
  })

  test('412 for a change to an older version, which is not applied, and for an impossible version; 404 after it is deleted', async () => {
    const { id } = (await create()).json()
    expect((await put(id, { name: 'Mine' }, { 'if-match': '"1"' })).statusCode).toBe(200)
    for (const version of [1, 9_999_999_999])
      expect((await put(id, { name: 'Yours' }, { 'if-match': `"${version}"` })).json()).toMatchObject({
        status: 412,
        code: 'stale',
      })
    expect((await list()).json()).toMatchObject([{ name: 'Mine' }])
    expect((await put(randomUUID(), {})).statusCode).toBe(404)
  })
})

describe('deleteSampleTemplate', () => {
  test('204 once, then 404', async () => {
    const { id } = (await create()).json()
    const remove = () => asStaff({ method: 'DELETE', url: `${url}/${id}` })
    expect((await remove()).statusCode).toBe(204)
    expect((await list()).json()).toEqual([])
    expect((await remove()).statusCode).toBe(404)
  })
})

describe('listPublicSampleTemplates', () => {
  test('200 to anyone, with active ones only and nothing internal', async () => {
    await create({ name: 'Shown' })
    await create({ name: 'Kept', active: false })
    const answer = await app.inject({ method: 'GET', url: '/api/sample-templates' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual([expect.objectContaining({ name: 'Shown' })])
    expect(Object.keys(answer.json()[0]).toSorted()).toEqual([
      'backImageUrl',
      'description',
      'frontImageUrl',
      'id',
      'name',
      'type',
    ])
  })
})
