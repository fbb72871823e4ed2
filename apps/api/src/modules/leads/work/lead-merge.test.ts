import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { TimelineEntry } from '@app/contract'
import { insertLead, startApp } from '../../../../test/harness.ts'
import { recountLeads } from '../lead-recount.ts'

const { app, db, orm, config, makeStaff } = await startApp()
const { cookie, id: dana } = await makeStaff()

beforeEach(() => db.query('delete from lead'))

const newLead = (changes: Record<string, unknown> = {}) => insertLead(db, changes)
const get = (url: string) => app.inject({ url: `/api/admin/${url}`, headers: { cookie } })
const post = (url: string, payload?: object) =>
  app.inject({ method: 'POST', url: `/api/admin/leads/${url}`, headers: { cookie }, ...(payload && { payload }) })
const change = (id: string, payload: object) =>
  app.inject({ method: 'PATCH', url: `/api/admin/leads/${id}`, headers: { cookie }, payload })
const merge = (id: string, into: string) => post(`${id}/merge`, { into })
const unmerge = (id: string) => post(`${id}/unmerge`)
const detailOf = async (id: string) => (await get(`leads/${id}`)).json()
const timelineOf = async (id: string): Promise<TimelineEntry[]> => (await get(`leads/${id}/timeline`)).json()
const listed = async () => {
  const answer = await get('leads')
  const ids: string[] = answer.json().map(({ id }: { id: string }) => id)
  expect(answer.headers['x-total-count']).toBe(String(ids.length))
  const { totalLeads } = (await get('stats')).json()
  expect(totalLeads).toBe(ids.length)
  return new Set(ids)
}

describe('mergeLead', () => {
  test('200 removes the lead from lists and figures, and adds its timeline to the other lead', async () => {
    const [id, into] = [await newLead({ source: 'Mortgage Page' }), await newLead({ email: 'other@example.com' })]
    await post(`${id}/notes`, { text: 'Prefers mornings.' })
    const answer = await merge(id, into)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ id: into, version: 2 })
    expect(await listed()).toEqual(new Set([into]))
    expect(await detailOf(id)).toMatchObject({ mergedInto: into, source: 'Mortgage Page', pipeline: { version: 2 } })
    expect((await detailOf(into)).mergedInto).toBeUndefined()
    const timeline = await timelineOf(into)
    expect(timeline.map(({ kind, leadId, recordId }) => [kind, leadId, recordId])).toEqual(
      expect.arrayContaining([
        ['merge', into, id],
        ['note', id, undefined],
        ['arrived', id, undefined],
        ['arrived', into, undefined],
      ]),
    )
    expect((await get(`leads/${into}/related`)).json().leads).toMatchObject([{ id, reasons: ['merged'] }])
  })

  test('200 leaves one lead that is found and matched by the values of both', async () => {
    const [first, second, into] = [
      await newLead({ email: 'first@example.com', company: 'Roof Example' }),
      await newLead({ email: 'second@example.com' }),
      await newLead({ email: 'third@example.com' }),
    ]
    await merge(first, second)
    await merge(second, into)
    const found = async (q: string) => (await get(`leads?q=${q}`)).json().map(({ id }: { id: string }) => id)
    for (const q of ['first@example.com', 'roof', 'second', 'third']) expect(await found(q)).toEqual([into])
    expect((await get('leads/export?q=first@example.com')).body).toContain('third@example.com')
    expect((await detailOf(into)).duplicateBy).toBeUndefined()
    expect((await detailOf(first)).duplicateBy).toBeUndefined()
    const again = await newLead({ email: 'First@example.com' })
    expect((await detailOf(again)).duplicateBy).toEqual(['email'])
    expect((await detailOf(into)).duplicateBy).toBeUndefined()
    expect((await get(`leads/${again}/related`)).json().leads).toMatchObject([{ id: into, reasons: ['email'] }])
    const check = await app.inject({
      method: 'POST',
      url: '/api/admin/lead-imports/check',
      headers: { cookie },
      payload: { rows: [{ firstName: 'Dana', lastName: 'Else', email: 'first@example.com', source: 'Main Website' }] },
    })
    expect(check.json()).toMatchObject({ duplicates: [{ reason: 'email' }] })
  })

  test('200 keeps the counts right when leads are already counted', async () => {
    const old = { created_at: '2026-03-05T12:00:00Z', stage: 'won', won_cents: 5_000 }
    const [id, into] = [await newLead(old), await newLead(old)]
    await recountLeads(orm.em.fork(), config.businessTimeZone)
    const stats = async () => (await get('stats')).json()
    expect(await stats()).toMatchObject({ totalLeads: 2, pipelineValue: 100, conversionRate: 100 })
    await merge(id, into)
    expect(await stats()).toMatchObject({ totalLeads: 1, pipelineValue: 50, conversionRate: 100 })
    await unmerge(id)
    expect(await stats()).toMatchObject({ totalLeads: 2, pipelineValue: 100 })
    await merge(id, into)
    await db.query('delete from lead where id = $1', [into])
    // A lead that was merged into a deleted one is separate again.
    expect(await listed()).toEqual(new Set([id]))
    expect(await stats()).toMatchObject({ totalLeads: 1, pipelineValue: 50 })
  })

  test('200 takes over only the values that the other lead lacks', async () => {
    const id = await newLead()
    await change(id, { ownerId: dana, stage: 'won', wonValue: 7, nextStep: 'Call', nextStepOn: '2027-01-01' })
    const [empty, busy] = [await newLead(), await newLead()]
    await change(busy, { stage: 'contacted', nextStep: 'Write' })
    expect((await merge(id, busy)).json()).toMatchObject({
      ownerId: dana,
      stage: 'contacted',
      wonValue: null,
      nextStep: 'Write',
      nextStepOn: null,
    })
    await unmerge(id)
    expect((await merge(id, empty)).json()).toMatchObject({
      ownerId: dana,
      stage: 'won',
      wonValue: 7,
      nextStep: 'Call',
      nextStepOn: '2027-01-01',
    })
    const lost = await newLead()
    await change(lost, { stage: 'lost', lostReason: 'price' })
    expect((await merge(lost, await newLead())).json()).toMatchObject({ stage: 'new', lostReason: null })
  })

  test('200 does not take over a disabled owner', async () => {
    const { id: gone } = await makeStaff('editor')
    const [id, into] = [await newLead({ owner_id: gone, stage: 'contacted' }), await newLead()]
    await db.query('update staff_user set disabled_at = now() where id = $1', [gone])
    const answer = await merge(id, into)
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { ownerId: null, stage: 'contacted' }])
    expect((await detailOf(id)).pipeline.ownerId).toBe(gone)
  })

  test('200 changes nothing when it is repeated', async () => {
    const [id, into] = [await newLead(), await newLead()]
    const first = (await merge(id, into)).json()
    const again = await merge(id, into)
    expect([again.statusCode, again.json()]).toEqual([200, first])
    expect((await timelineOf(into)).filter(({ kind }) => kind === 'merge')).toHaveLength(1)
  })

  test('409 when one of the two was merged into a third, and a chain of merges stays linked', async () => {
    const [first, second, third] = [await newLead(), await newLead(), await newLead()]
    await merge(first, second)
    expect((await merge(first, third)).statusCode).toBe(409)
    expect((await merge(third, first)).statusCode).toBe(409)
    expect((await merge(second, third)).statusCode).toBe(200)
    const leads = (await timelineOf(third)).map(({ leadId }) => leadId)
    expect(new Set(leads)).toEqual(new Set([first, second, third]))
    expect(await listed()).toEqual(new Set([third]))
    await unmerge(second)
    expect(await listed()).toEqual(new Set([second, third]))
    expect((await detailOf(first)).mergedInto).toBe(second)
  })

  test('400 for itself, 404 for a missing one', async () => {
    const id = await newLead()
    expect((await merge(id, id)).json().errors[0].pointer).toBe('/into')
    expect((await merge(id, randomUUID())).statusCode).toBe(404)
    expect((await merge(randomUUID(), id)).statusCode).toBe(404)
    expect((await merge(id, await newLead({ is_spam: true }))).statusCode).toBe(404)
  })
})

describe('unmergeLead', () => {
  test('200 restores the lead, and removes the values that the other took over', async () => {
    const [id, into] = [await newLead(), await newLead()]
    await change(id, { ownerId: dana, stage: 'won', wonValue: 7, nextStep: 'Call' })
    const { pipeline: work } = await detailOf(id)
    await merge(id, into)
    const answer = await unmerge(id)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ ...work, version: work.version + 2, changedAt: expect.any(String) })
    expect((await detailOf(into)).pipeline).toMatchObject({
      ownerId: null,
      stage: 'new',
      wonValue: null,
      nextStep: null,
    })
    expect(await listed()).toEqual(new Set([id, into]))
    expect((await timelineOf(into)).map(({ kind }) => kind)).toEqual(['unmerge', 'merge', 'arrived'])
  })

  test('200 keeps values that were changed since', async () => {
    const [id, into] = [await newLead(), await newLead()]
    await change(id, { ownerId: dana, stage: 'won', wonValue: 7, nextStep: 'Call' })
    await merge(id, into)
    await change(into, { wonValue: 8, nextStepOn: '2027-01-01' })
    await unmerge(id)
    expect((await detailOf(into)).pipeline).toMatchObject({
      ownerId: null,
      stage: 'won',
      wonValue: 8,
      nextStep: 'Call',
      nextStepOn: '2027-01-01',
    })
  })

  test('200 changes nothing for an unmerged lead, 404 for a missing one or spam', async () => {
    const id = await newLead()
    expect((await unmerge(id)).json()).toMatchObject({ id, version: 1 })
    expect((await unmerge(randomUUID())).statusCode).toBe(404)
    expect((await unmerge(await newLead({ is_spam: true }))).statusCode).toBe(404)
  })
})
