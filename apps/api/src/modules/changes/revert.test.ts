import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { StaffTokenWithSecret, LeadView, PricingProduct, SampleTemplate } from '@app/contract'
import { insertLead, password, startApp } from '../../../test/harness.ts'

type Role = 'owner' | 'editor' | 'viewer'

const { app, db, asStaff, makeStaff, postSample } = await startApp()
const dana = await makeStaff('editor')

beforeEach(() =>
  db.query('delete from lead; truncate sample_template, reply_template, pricing_product, lead_view, record_change'),
)

const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, payload?: object, role?: Role) =>
  asStaff({ method, url: `/api/admin/${path}`, ...(payload && { payload }) }, role)
type Answer = Awaited<ReturnType<typeof call>>
const groupOf = ({ headers }: Answer) => String(headers['change-group'])
const revert = (group: string, role?: Role) => call('POST', `changes/${group}/revert`, undefined, role)

const newLead = (changes: Record<string, unknown> = {}) => insertLead(db, changes)
const workOf = async (id: string) => (await call('GET', `leads/${id}`)).json().pipeline
const refs = (ids: readonly string[]) => ids.map((id) => ({ id }))
const template = { name: 'Reply', subject: 'Hello', body: 'Dear {{firstName}}' }

describe('revertChange', () => {
  test('200 reverts a bulk change, and undoing the undo makes it again', async () => {
    const [one, other] = [await newLead(), await newLead()]
    await call('PATCH', `leads/${one}`, { stage: 'lost', lostReason: 'price', nextStepOn: '2027-01-01' })
    const before = [await workOf(one), await workOf(other)]
    const bulk = await call('PATCH', 'leads', { records: refs([one, other]), patch: { stage: 'won', wonValue: 10 } })
    const undone = await revert(groupOf(bulk))
    expect(undone.statusCode).toBe(200)
    expect(undone.json()).toEqual({
      changed: 2,
      records: expect.arrayContaining([
        { id: one, version: 4 },
        { id: other, version: 3 },
      ]),
    })
    for (const [place, id] of [one, other].entries()) {
      const { changedAt: _at, changedBy: _by, version, ...work } = before[place]
      expect(await workOf(id)).toMatchObject({ ...work, version: version + 2 })
    }
    await revert(groupOf(undone))
    expect(await workOf(one)).toMatchObject({ stage: 'won', wonValue: 10, lostReason: null })
    const timeline = (await call('GET', `leads/${one}/timeline`)).json()
    expect(timeline.map(({ kind }: { kind: string }) => kind)).toEqual([
      'change',
      'change',
      'change',
      'change',
      'arrived',
    ])
  })

  test('412 names each record that changed since, with who changed it, and undoes nothing', async () => {
    const ids = [await newLead(), await newLead(), await newLead()]
    const bulk = await call('PATCH', 'leads', { records: refs(ids), patch: { stage: 'contacted' } })
    await call('PATCH', `leads/${ids[1]}`, { nextStep: 'Call' }, 'editor')
    const refused = await revert(groupOf(bulk))
    expect(refused.statusCode).toBe(412)
    expect(refused.json()).toMatchObject({
      code: 'stale',
      records: [{ id: ids[1], version: 3, changedBy: 'Staff editor', changedAt: expect.stringMatching(/Z$/) }],
    })
    for (const id of ids) expect(await workOf(id)).toMatchObject({ stage: 'contacted' })
    expect((await revert(groupOf(bulk))).statusCode).toBe(412)
  })

  test('412 the second time: the records have changed since', async () => {
    const id = await newLead()
    const group = groupOf(await call('PATCH', `leads/${id}`, { stage: 'contacted' }))
    expect((await revert(group)).statusCode).toBe(200)
    expect((await revert(group)).statusCode).toBe(412)
  })

  test('200 even when an earlier owner has been disabled since', async () => {
    const id = await newLead()
    await call('PATCH', `leads/${id}`, { ownerId: dana.id })
    const group = groupOf(await call('PATCH', `leads/${id}`, { ownerId: null }))
    await db.query('update staff_user set disabled_at = now() where id = $1', [dana.id])
    expect((await revert(group)).statusCode).toBe(200)
    expect(await workOf(id)).toMatchObject({ ownerId: dana.id })
    await db.query('update staff_user set disabled_at = null where id = $1', [dana.id])
  })

  test('200 separates merged leads, and merges them again', async () => {
    const [id, into] = [await newLead({ stage: 'won', won_cents: 700, next_step: 'Call' }), await newLead()]
    const undone = await revert(groupOf(await call('POST', `leads/${id}/merge`, { into })))
    expect(undone.json()).toMatchObject({ changed: 2 })
    expect((await call('GET', `leads/${id}`)).json()).not.toHaveProperty('mergedInto')
    expect(await workOf(into)).toMatchObject({ stage: 'new', wonValue: null, nextStep: null })
    const kinds = (await call('GET', `leads/${into}/timeline`)).json().map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(['unmerge', 'merge', 'arrived'])
    await revert(groupOf(undone))
    expect((await call('GET', `leads/${id}`)).json()).toMatchObject({ mergedInto: into })
    expect(await workOf(into)).toMatchObject({ stage: 'won', wonValue: 7, nextStep: 'Call' })
  })

  test('409 when the lead it was merged into no longer exists', async () => {
    const [id, into] = [await newLead(), await newLead()]
    await call('POST', `leads/${id}/merge`, { into })
    const group = groupOf(await call('POST', `leads/${id}/unmerge`))
    await db.query('delete from lead where id = $1', [into])
    const refused = await revert(group)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'not_revertible'])
    expect((await call('GET', `leads/${id}`)).json()).not.toHaveProperty('mergedInto')
  })

  test('200 clears a spam mark', async () => {
    const id = await newLead()
    const group = groupOf(await call('PUT', `leads/${id}/spam`, { isSpam: true }))
    expect((await call('GET', `leads/${id}`)).statusCode).toBe(404)
    expect((await revert(group)).statusCode).toBe(200)
    expect((await call('GET', `leads/${id}`)).statusCode).toBe(200)
  })

  test('200 restores a deleted template in its place, and deletes it again', async () => {
    const input = { name: 'A', type: 'letter', description: 'Two lines\nof text', active: false }
    const created = (await call('POST', 'sample-templates', input)).json<SampleTemplate>()
    await call('POST', 'sample-templates', { ...input, name: 'B' })
    const undone = await revert(groupOf(await call('DELETE', `sample-templates/${created.id}`)))
    const [newest, oldest] = (await call('GET', 'sample-templates')).json<SampleTemplate[]>()
    expect(newest).toMatchObject({ name: 'B' })
    expect(oldest).toEqual({ ...created, version: 3, changedAt: expect.any(String) })
    expect((await revert(groupOf(undone))).json()).toEqual({ changed: 1, records: [{ id: created.id }] })
    expect((await call('GET', 'sample-templates')).json()).toMatchObject([{ name: 'B' }])
  })

  test('200 deletes the created record, unless someone has changed it since', async () => {
    const one = await call('POST', 'reply-templates', template)
    expect((await revert(groupOf(one))).json()).toEqual({ changed: 1, records: [{ id: one.json().id }] })
    expect((await call('GET', 'reply-templates')).json()).toEqual([])
    const other = await call('POST', 'reply-templates', template)
    await call('PUT', `reply-templates/${other.json().id}`, { ...template, name: 'New' })
    expect((await revert(groupOf(other))).statusCode).toBe(412)
  })

  test('409 when there is no longer room for the deleted record', async () => {
    const one = (await call('POST', 'reply-templates', template)).json()
    const group = groupOf(await call('DELETE', `reply-templates/${one.id}`))
    await db.query(
      `insert into reply_template (id, name, subject, body) select gen_random_uuid(), 'T', 'S', 'B' from generate_series(1, 200)`,
    )
    expect((await revert(group)).json()).toMatchObject({ status: 409, code: 'limit_reached' })
  })

  test('409 for a note, a created product, and an account event', async () => {
    const id = await newLead()
    await call('POST', `leads/${id}/notes`, { text: 'Hello' })
    const product = { name: 'One', category: 'letter', startingPrice: 1, isVisible: true }
    await call('POST', 'pricing/products', product)
    await call('POST', 'crm/pause')
    const { rows } = await db.query<{ group: string }>('select group_id as group from record_change')
    expect(rows).toHaveLength(3)
    for (const { group } of rows) {
      expect((await revert(group)).json()).toMatchObject({ status: 409, code: 'not_revertible' })
    }
  })

  test('200 restores the place of every product, and the audit log shows only the moved one', async () => {
    const create = async (name: string, sortOrder: number) =>
      (
        await call('POST', 'pricing/products', {
          name,
          category: 'letter',
          startingPrice: 1,
          isVisible: true,
          sortOrder,
        })
      ).json<PricingProduct>()
    const [one, , three] = [await create('One', 1), await create('Two', 2), await create('Three', 3)]
    const group = groupOf(await call('POST', `pricing/products/${three.id}/reorder`, { before: one.id }))
    const names = async () => (await call('GET', 'pricing/products')).json().map(({ name }: PricingProduct) => name)
    expect(await names()).toEqual(['Three', 'One', 'Two'])
    expect((await revert(group)).statusCode).toBe(200)
    expect(await names()).toEqual(['One', 'Two', 'Three'])
    const audit = (await call('GET', 'pricing/audit')).json()
    expect(audit.slice(0, 2)).toMatchObject([
      { action: 'update', productName: 'Three', changes: [{ field: 'place', before: '1', after: '3' }, {}] },
      { action: 'update', productName: 'Three', changes: [{ field: 'place', before: '3', after: '1' }, {}] },
    ])
    expect(audit).toHaveLength(5)
  })

  test('403 without the role of the original operation, 404 for someone else’s view', async () => {
    const id = await newLead()
    const lead = groupOf(await call('PATCH', `leads/${id}`, { stage: 'contacted' }))
    expect((await revert(lead, 'viewer')).statusCode).toBe(403)
    const settings = (await call('GET', 'lead-routing-settings')).json()
    const saved = await call('PUT', 'lead-routing-settings', {
      confirmsVisitors: !settings.confirmsVisitors,
      assigneeIds: [],
    })
    expect((await revert(groupOf(saved), 'editor')).statusCode).toBe(403)
    expect((await revert(groupOf(saved))).statusCode).toBe(200)
    const view = { name: 'Mine', query: 'due=today', isShared: false }
    const own = await call('POST', 'lead-views', view, 'viewer')
    const deleted = groupOf(await call('DELETE', `lead-views/${own.json<LeadView>().id}`, undefined, 'viewer'))
    expect((await revert(deleted)).statusCode).toBe(404)
    expect((await revert(deleted, 'viewer')).statusCode).toBe(200)
    expect((await call('GET', 'lead-views', undefined, 'viewer')).json()).toMatchObject([view])
  })

  test('403 for a token without the scope of the original operation', async () => {
    const id = await newLead()
    const { cookie } = await makeStaff('owner')
    const tokenWith = async (scopes: string[]) => {
      const payload = { currentPassword: password, name: 'Test', scopes }
      const answer = await app.inject({ method: 'POST', url: '/api/auth/tokens', headers: { cookie }, payload })
      return answer.json<StaffTokenWithSecret>().token
    }
    const group = groupOf(await call('PATCH', `leads/${id}`, { stage: 'contacted' }))
    const revertWith = async (token: string) =>
      app.inject({
        method: 'POST',
        url: `/api/admin/changes/${group}/revert`,
        headers: { authorization: `Bearer ${token}` },
      })
    const refused = await revertWith(await tokenWith(['changes:write', 'samples:write']))
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'insufficient_scope'])
    expect((await revertWith(await tokenWith(['changes:write', 'leads:write']))).statusCode).toBe(200)
  })

  test('404 when no change has this id', async () => {
    expect((await revert(randomUUID())).statusCode).toBe(404)
  })

  test('200 once, 412 for the others, when several people undo the same change at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => newLead()))
    const group = groupOf(await call('PATCH', 'leads', { records: refs(ids), patch: { stage: 'contacted' } }))
    const answers = await Promise.all(Array.from({ length: 4 }, () => revert(group)))
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '412', '412', '412'])
  })
})

test('the changes of a lead or a sample request are deleted with it', async () => {
  const lead = await newLead()
  await call('PATCH', `leads/${lead}`, { stage: 'contacted' })
  await call('PUT', `print-samples/${await postSample()}`, { processed: true })
  expect((await db.query('select from record_change')).rowCount).toBe(2)
  await db.query('delete from lead; delete from sample_request')
  expect((await db.query('select from record_change')).rowCount).toBe(0)
})
