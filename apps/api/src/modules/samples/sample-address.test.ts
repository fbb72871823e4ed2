import { beforeEach, describe, expect, test } from 'vitest'
import type { SampleRequest } from '@app/contract'
import { erasePerson } from '../privacy/person.ts'
import { insertLead, startApp } from '../../../test/harness.ts'

const { db, orm, asStaff, postSample } = await startApp()

const adminUrl = '/api/admin/print-samples'
const change = (id: string, payload: object, headers = {}) =>
  asStaff({ method: 'PATCH', url: `${adminUrl}/${id}`, payload, headers })
const listed = async () => (await asStaff({ method: 'GET', url: adminUrl })).json<SampleRequest[]>()

beforeEach(() => db.query('truncate sample_request, record_change, message, inbox_item'))

describe('updateSampleRequest', () => {
  test('200 with a corrected address, which its history lists and Undo reverts', async () => {
    const id = await postSample()
    const [before] = await listed()
    const corrected = { addressLine1: '7 Sample Road', city: 'Reno', state: 'nevada', zip: '89510' }
    const answer = await change(id, { ...corrected, addressLine2: ' ' }, { 'if-match': '1' })
    expect(answer.json()).toMatchObject({ ...corrected, state: 'NV', stateNeedsReview: false, version: 2 })
    const history = (await asStaff({ method: 'GET', url: `${adminUrl}/${id}/history` })).json()
    expect(history[0].changes).toContainEqual({ field: 'city', before: before?.city, after: 'Reno' })
    expect((await change(id, { state: 'Nowhere' })).json()).toMatchObject({ state: 'Nowhere', stateNeedsReview: true })
    const undo = String((await change(id, { state: 'CA', zip: '90001' })).headers['change-group'])
    expect((await asStaff({ method: 'POST', url: `/api/admin/changes/${undo}/revert` })).statusCode).toBe(200)
    expect(await listed()).toMatchObject([{ city: 'Reno', state: 'Nowhere', zip: '89510', stateNeedsReview: true }])
  })
})

test('an erasure finds the address that was corrected, too', async () => {
  const id = await postSample()
  const [request] = await listed()
  await change(id, { addressLine1: '7 Sample Road' })
  await insertLead(db, {
    email: 'other@example.com',
    message: `Sent to ${request?.addressLine1}, not to 7 Sample Road.`,
  })
  await erasePerson(orm.em.fork(), { email: request?.email ?? '' })
  const { rows } = await db.query('select message from lead')
  expect(rows).toEqual([{ message: 'Sent to [erased], not to [erased].' }])
})

describe('updateSampleRequests', () => {
  test('400 for an address of many requests', async () => {
    const records = [{ id: await postSample() }, { id: await postSample() }]
    const patch = { processed: true, city: 'Reno' }
    const answer = await asStaff({ method: 'PATCH', url: adminUrl, payload: { records, patch } })
    expect(answer.statusCode).toBe(400)
    expect(new Set((await listed()).map(({ city }: { city: string }) => city))).not.toContain('Reno')
  })
})
