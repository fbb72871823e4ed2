import { randomUUID } from 'node:crypto'
import type { LeadReport } from '@app/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { insertLead, startApp } from '../../../test/harness.ts'
import { recountLeads } from './lead-recount.ts'

const { orm, db, config, asStaff, makeStaff } = await startApp()
const { id: dana } = await makeStaff('editor')

const get = (path: string) => asStaff({ method: 'GET', url: `/api/admin/${path}` }, 'viewer')
const report = async (query = ''): Promise<LeadReport> => (await get(`report${query}`)).json()
const counted = async (query: string) => Number((await get(`leads?limit=1&${query}`)).headers['x-total-count'])

beforeEach(async () => {
  await db.query('truncate lead, record_change, message, inbox_item')
  await db.query("update lead_fact_state set counted_until = '-infinity'")
  const march = { created_at: '2026-03-05T12:00:00Z' }
  await insertLead(db, { ...march, owner_id: dana, stage: 'won', won_cents: 125_050 })
  await insertLead(db, { ...march, owner_id: dana, stage: 'won', first_reply_at: '2026-03-05T12:30:00Z' })
  await insertLead(db, { ...march, owner_id: dana, stage: 'lost', lost_reason: 'price' })
  await insertLead(db, { ...march, stage: 'lost', lost_reason: 'price', first_reply_at: '2026-03-07T12:00:00Z' })
  await insertLead(db, { ...march, stage: 'lost', lost_reason: 'other', lost_note: 'Moved away' })
  await insertLead(db, { created_at: '2026-04-05T12:00:00Z', owner_id: randomUUID() })
  await insertLead(db, { ...march, is_spam: true, stage: 'lost', lost_reason: 'price' })
})

describe('getLeadReport', () => {
  const march = {
    leads: 5,
    stages: [
      { stage: 'new', leads: 0 },
      { stage: 'contacted', leads: 0 },
      { stage: 'qualified', leads: 0 },
      { stage: 'won', leads: 2 },
      { stage: 'lost', leads: 3 },
    ],
    lostReasons: [
      { lostReason: 'price', leads: 2 },
      { lostReason: 'other', leads: 1 },
    ],
    owners: [
      { owner: dana, name: 'Staff editor', leads: 3, won: 2, lost: 1, valued: 1, value: 1250.5 },
      { owner: 'none', leads: 2, won: 0, lost: 2, valued: 0, value: 0 },
    ],
    firstReplies: [
      { firstReply: 'hour', leads: 1 },
      { firstReply: 'day', leads: 0 },
      { firstReply: 'three_days', leads: 1 },
      { firstReply: 'later', leads: 0 },
      { firstReply: 'none', leads: 3 },
    ],
  }

  test('200 with the leads of the period, the same before and after they are pre-aggregated', async () => {
    expect(await report('?from=2026-03-01&to=2026-03-31')).toEqual(march)
    await recountLeads(orm.em.fork(), config.businessTimeZone)
    expect(await report('?from=2026-03-01&to=2026-03-31')).toEqual(march)
    expect(await report()).toMatchObject({ leads: 6, owners: [{ owner: dana }, {}, {}] })
    expect(await report('?from=2027-01-01')).toMatchObject({ leads: 0, owners: [], lostReasons: [] })
  })

  test('200 with the same figures that the list counts', async () => {
    await recountLeads(orm.em.fork(), config.businessTimeZone)
    for (const period of ['from=2026-03-01&to=2026-03-31', 'from=2026-04-01', '']) {
      const { stages, lostReasons, owners, firstReplies } = await report(`?${period}`)
      const lists = [
        ...stages.map(({ stage, leads }) => [`stage=${stage}`, leads] as const),
        ...lostReasons.map(({ lostReason, leads }) => [`lostReasons=${lostReason}`, leads] as const),
        ...firstReplies.map(({ firstReply, leads }) => [`firstReplies=${firstReply}`, leads] as const),
        ...owners.flatMap(({ owner, leads, won, lost }) => [
          [`owner=${owner}`, leads] as const,
          [`owner=${owner}&won=true`, won] as const,
          [`owner=${owner}&stage=lost`, lost] as const,
        ]),
      ]
      for (const [filter, leads] of lists)
        expect([filter, await counted(`${period}&${filter}`)]).toEqual([filter, leads])
    }
  })

  test('400 for a day that does not exist', async () => {
    expect((await get('report?from=2026-02-30')).statusCode).toBe(400)
  })
})
