import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { TimelineEntry } from '@app/contract'
import { insertLead, startApp } from '../../../test/harness.ts'
import { erasePerson } from './person.ts'

const { orm, db, asStaff } = await startApp()

beforeEach(() => db.query('delete from lead; truncate record_change'))

const newLead = async (firstName: string, changes: Record<string, unknown> = {}): Promise<string> => {
  const id = randomUUID()
  const email = `${firstName.toLowerCase()}@example.com`
  await insertLead(db, { id, first_name: firstName, last_name: 'Example', email, ...changes })
  return id
}
const call = (method: 'GET' | 'PATCH' | 'POST', path: string, payload?: object) =>
  asStaff({ method, url: `/api/admin/leads/${path}`, ...(payload && { payload }) })
const change = (id: string, payload: object) => call('PATCH', id, payload)
const merge = (id: string, into: string) => call('POST', `${id}/merge`, { into })
const erase = (email: string) => erasePerson(orm.em.fork(), { email })
const timelineOf = async (id: string) => (await call('GET', `${id}/timeline`)).json<TimelineEntry[]>()
const workOf = async (id: string) => (await call('GET', id)).json().pipeline

/** All stored data about leads, as text. */
const everything = async () =>
  JSON.stringify(
    (await db.query('select to_jsonb(lead) as row from lead union all select to_jsonb(c) from record_change c')).rows,
  )

test('an erased person disappears from the lead that it was merged into, and from its timeline', async () => {
  const [pat, quinn] = [await newLead('Pat'), await newLead('Quinn')]
  await change(pat, { nextStep: 'Call "Pat Example" at pat@example.com', stage: 'contacted' })
  await merge(pat, quinn)
  expect(await workOf(quinn)).toMatchObject({ nextStep: 'Call "Pat Example" at pat@example.com' })
  await change(quinn, { nextStep: 'Wait for PAT@example.com' })
  await change(quinn, { stage: 'lost', lostReason: 'other', lostNote: 'pat example went elsewhere' })
  await call('POST', `${quinn}/notes`, { text: 'Pat Example prefers mornings.\nQuinn Example does not.' })

  await erase('pat@example.com')
  expect(await everything()).not.toMatch(/pat/i)
  expect(await workOf(quinn)).toMatchObject({
    stage: 'lost',
    nextStep: 'Wait for [erased]',
    lostNote: '[erased] went elsewhere',
  })
  const [note, ...changes] = await timelineOf(quinn)
  expect(note).toMatchObject({ text: '[erased] prefers mornings.\nQuinn Example does not.' })
  expect(changes.map(({ kind, changes: fields }) => [kind, fields?.find(({ field }) => field === 'nextStep')])).toEqual(
    [
      ['change', undefined],
      ['change', { field: 'nextStep', before: '[erased]', after: 'Wait for [erased]' }],
      ['merge', { field: 'nextStep', before: null, after: '[erased]' }],
      ['arrived', undefined],
    ],
  )
})

test('the text is deleted wherever it was copied, even after a merge was undone', async () => {
  const [pat, quinn, robin, sam] = [
    await newLead('Pat'),
    await newLead('Quinn'),
    await newLead('Robin'),
    await newLead('Sam', { next_step: 'Ring the neighbor' }),
  ]
  await change(pat, { nextStep: 'Ring the neighbor' })
  await merge(pat, quinn)
  await merge(quinn, robin)
  await call('POST', `${quinn}/unmerge`)
  await erase('PAT@example.com')
  expect(await workOf(quinn)).toMatchObject({ nextStep: '[erased]' })
  expect(JSON.stringify([await timelineOf(quinn), await timelineOf(robin)])).not.toContain('neighbor')
  // Another lead's next step with the same text is kept.
  expect(await workOf(sam)).toMatchObject({ nextStep: 'Ring the neighbor' })
})

test('a lead of the same name keeps its own name', async () => {
  const [one, other] = [await newLead('Pat'), await newLead('Pat', { email: 'other@example.com' })]
  await merge(one, other)
  await call('POST', `${other}/notes`, { text: 'Pat Example writes from other@example.com, not pat@example.com.' })
  await erase('pat@example.com')
  const [note] = await timelineOf(other)
  expect(note?.text).toBe('Pat Example writes from other@example.com, not [erased].')
})

test('leads that the person was never merged into do not change', async () => {
  await newLead('Pat')
  const quinn = await newLead('Quinn')
  await call('POST', `${quinn}/notes`, { text: 'Knows Pat Example.' })
  await erase('pat@example.com')
  expect(await timelineOf(quinn)).toMatchObject([{ text: 'Knows Pat Example.' }, { kind: 'arrived' }])
})
