import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { LeadImport, LeadImportUndoResult } from '@app/contract'
import { insertLead, startApp } from '../../../../test/harness.ts'
import { deleteExpired } from '../../../retention.ts'

const { orm, db, asStaff, countRows } = await startApp()

beforeEach(async () => {
  await db.query('delete from lead')
  await db.query('delete from lead_import')
})

const url = '/api/admin/lead-imports'
const imported = async (count: number): Promise<LeadImport> => {
  const rows = Array.from({ length: count }, (_, index) => ({
    firstName: 'Dana',
    lastName: `Example ${index}`,
    email: `dana.${index}@example.com`,
    source: 'Fair',
  }))
  const payload = { fileName: 'fair.csv', duplicates: 'skip', ownerId: null, sendsToCrm: true, rows }
  return (await asStaff({ method: 'POST', url, payload })).json()
}
const undo = (id: string) => asStaff({ method: 'POST', url: `${url}/${id}/undo` })
const listed = async (query: string) => (await asStaff({ url: `/api/admin/leads${query}` })).json()
const nothingKept = { changed: [], merged: [], inCrm: [] }
const totals = async () => (await asStaff({ url: '/api/admin/stats/stages' })).json()

describe('undoLeadImport', () => {
  test('200 deletes every lead, and restores the counts', async () => {
    await insertLead(db)
    const before = await totals()
    const { id } = await imported(3)
    expect(await totals()).not.toEqual(before)
    const answer = await undo(id)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ removed: 3, ...nothingKept })
    expect(await totals()).toEqual(before)
    expect((await asStaff({ url })).json()).toMatchObject([{ id, rows: 3, left: 0, undoneBy: 'Staff owner' }])
    expect((await undo(id)).json()).toEqual({ removed: 0, ...nothingKept })
  })

  test('200 keeps and lists leads that staff worked on, that were merged, or that are in the CRM', async () => {
    const { id } = await imported(6)
    const leads: { id: string }[] = await listed(`?importId=${id}&order=oldest`)
    const [changed, noted, into, merged, synced] = leads.map((lead) => lead.id)
    await asStaff({ method: 'PATCH', url: `/api/admin/leads/${changed}`, payload: { nextStep: 'Call' } })
    await asStaff({ method: 'POST', url: `/api/admin/leads/${noted}/notes`, payload: { text: 'Called.' } })
    await asStaff({ method: 'POST', url: `/api/admin/leads/${merged}/merge`, payload: { into } })
    await db.query('update lead set crm_person_id = 7 where id = $1', [synced])
    const answer: LeadImportUndoResult = (await undo(id)).json()
    expect(answer.removed).toBe(1)
    expect(new Set(answer.changed)).toEqual(new Set([changed, noted]))
    expect(new Set(answer.merged)).toEqual(new Set([into, merged]))
    expect(answer.inCrm).toEqual([synced])
    expect(await countRows('lead')).toBe(5)
  })

  test('200 twice at the same time removes each lead once', async () => {
    const { id } = await imported(2)
    const answers = await Promise.all([undo(id), undo(id)])
    expect(answers.map((answer) => answer.json().removed).toSorted((a, b) => a - b)).toEqual([0, 2])
  })

  test('404 undoes nothing', async () => {
    await imported(1)
    expect((await undo(randomUUID())).statusCode).toBe(404)
    expect(await countRows('lead')).toBe(1)
  })
})

test('an import is deleted when it has had no leads for a quarter of a year', async () => {
  const { id: kept } = await imported(1)
  const { id: gone } = await imported(2)
  await db.query(`update lead_import set created_at = now() - interval '91 days'`)
  await db.query('delete from lead where import_id = $1', [gone])
  await deleteExpired(orm.em.fork())
  expect((await asStaff({ url })).json()).toMatchObject([{ id: kept }])
})
