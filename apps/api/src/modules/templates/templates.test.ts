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

  const mistakes: [change: object, ...tags: string[]][] = [
    [{ type: 'box' }],
    [{ name: '' }],
    [{ name: '  ' }],
    [{ frontImageUrl: 'not a url' }],
    [{ backImageUrl: 'javascript:alert(1)' }, 'D02', 'D17'],
    [{ frontImageUrl: 'https://user:secret@images.example.com/a.png' }, 'D02'],
    [{ frontImageUrl: 'data:image/svg+xml,<svg onload=alert(1)>' }, 'D02'],
    [{ frontImageUrl: 'file:///etc/passwd' }, 'D02'],
    [{ frontImageUrl: '//images.example.com/a.png' }, 'D02'],
    [{ frontImageUrl: ' https://images.example.com/a.png' }, 'D02'],
    [{ active: 'yes' }],
    [{ id: randomUUID() }],
  ]
  for (const [change, ...tags] of mistakes)
    test(`400 for ${JSON.stringify(change)}, and nothing is stored`, { tags }, async () => {
      expect((await create({ ...change })).statusCode).toBe(400)
      expect(await countRows('sample_template')).toBe(0)
    })
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
  test('200 replaces it; what is left out is gone', async () => {
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

  test('412 for a change of an older version, which stays undone', async () => {
    const { id } = (await create()).json()
    expect((await put(id, { name: 'Mine' }, { 'if-match': '"1"' })).statusCode).toBe(200)
    const answer = await put(id, { name: 'Yours' }, { 'if-match': '"1"' })
    expect(answer.statusCode).toBe(412)
    expect(answer.json()).toMatchObject({ code: 'stale' })
    expect((await list()).json()).toMatchObject([{ name: 'Mine' }])
  })

  test('412 for a version that no record can have', async () => {
    const { id } = (await create()).json()
    expect((await put(id, {}, { 'if-match': '"9999999999"' })).statusCode).toBe(412)
  })

  test('404 when it is gone', async () => {
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
