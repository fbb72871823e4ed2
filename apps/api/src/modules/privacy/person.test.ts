import { startFakePipedrive } from 'tools/fake-pipedrive'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addAccount } from '../../../test/customers.ts'
import { leadInput } from '../../../test/harness.ts'
import { clearJobs, hurryJobs, openWorker } from '../../../test/jobs.ts'
import { printAtOnce, startPrintApp } from '../../../test/print.ts'
import { pipedrive } from '../crm/pipedrive.ts'
import { startCrmWorker } from '../crm/worker.ts'
import { erasePerson, exportPerson } from './person.ts'

const { app, config, orm, db, countRows, postLead, postSample, sendCard } = await startPrintApp({
  PIPEDRIVE_API_TOKEN: 'known-token',
})
await printAtOnce(db)
const crm = await startFakePipedrive()
afterAll(() => crm.close())

const log = { info: () => {}, warn: () => {} }
let stopWork: (() => Promise<void>) | undefined
const work = async () => {
  const { em, jobs, stop } = await openWorker(config.databaseUrl)
  const settings = { url: crm.url, token: crm.token, timeoutMs: 300 }
  const stopProbing = startCrmWorker(em, jobs, { crm: settings, log, probeMs: 250, settleMs: 300 })
  stopWork = async () => {
    stopProbing()
    await stop()
  }
}
const rest = async () => {
  await stopWork?.()
  stopWork = undefined
}
beforeEach(async () => {
  crm.clear()
  await db.query('truncate lead, sample_request, crm_erasure, record_change, message, inbox_item')
  await db.query('update crm_state set credentials_rejected_at = null; delete from circuit_breaker')
})
afterEach(async () => {
  await rest()
  await clearJobs(db)
})

const counts = () => Object.fromEntries(Object.entries(crm.stored).map(([name, records]) => [name, records.length]))

/** A person with two leads and a request, and another person at the same company, all of them synced. */
async function syncAll() {
  await postLead({ message: 'Hello', company: 'Example Co' })
  await postLead({ email: 'DANA@example.com', message: 'Again' })
  await postSample({ notes: 'Heavy stock' })
  await postLead({ email: 'other@example.com', message: 'Mine', company: 'Example Co' })
  await work()
  await vi.waitFor(() => expect(counts()).toMatchObject({ leads: 3, deals: 1, notes: 4, persons: 2 }), 30_000)
  await vi.waitFor(async () => {
    const { rows } = await db.query(
      'select 1 from lead where crm_synced_at is null union all select 1 from sample_request where crm_synced_at is null',
    )
    expect(rows).toEqual([])
  }, 30_000)
}
const erased = () => vi.waitFor(async () => expect(await countRows('crm_erasure')).toBe(0), 30_000)
const left = { leads: 1, deals: 0, notes: 1, persons: 1, organizations: 1 }

describe('erasePerson', () => {
  test('is not prevented by records that others entered with the email', async () => {
    await postLead({ phone: '215-555-0123' })
    await postLead({ firstName: '}', lastName: '{' })
    await postLead({ firstName: '0', lastName: '62' })
    for (const key of ['aaaaaa-2155550123', 'aaaaaa-215-5550123'])
      await app.inject({
        method: 'POST',
        url: '/api/leads',
        headers: { 'idempotency-key': key },
        payload: leadInput({ email: 'other@example.com' }),
      })
    await db.query(`insert into access_entry (id, kind, actor, role, network, filters)
      values (gen_random_uuid(), 'search', 'Staff', 'owner', 'local', '[{"name":"q","value":"a"},{"name":"price","value":0.62}]')`)
    expect(await erasePerson(orm.em.fork(), { email: 'dana@example.com' })).toMatchObject({ leads: 3 })
    const { rows } = await db.query(`select idempotency_key ~ '2155550123|215-5550123' as kept from lead`)
    expect(rows).toEqual([{ kept: false }, { kept: false }])
    expect((await db.query('select filters from access_entry')).rows).toHaveLength(1)
  })

  test('deletes immediately here and through the worker in the CRM, and keeps others', async () => {
    await syncAll()
    expect(await erasePerson(orm.em.fork(), { email: 'Dana@Example.com' })).toEqual({
      leads: 2,
      sampleRequests: 1,
      print: { proofs: 0, hashes: [] },
      isInCrm: true,
    })
    expect([await countRows('lead'), await countRows('sample_request')]).toEqual([1, 0])
    await erased()
    expect(counts()).toEqual(left)
    expect(JSON.stringify(crm.stored)).not.toMatch(/dana@/i)
    // The queue identifies records only by their ids.
    const { rows: jobs } = await db.query('select data, output, singleton_key from jobs.job')
    expect(jobs.length).toBeGreaterThan(0)
    expect(JSON.stringify(jobs)).not.toMatch(/dana|hello|example/i)
  }, 60_000)

  // One of each kind of failure. crm.test.ts covers every way in which a call can fail.
  test.each(['lost-500', 'busy', 'forbidden', 'unknown-token'] as const)(
    'completes even when each kind of call is %s once',
    async (mood) => {
      await syncAll()
      const spoilt = new Set<string>()
      crm.setMood((call) => {
        const kind = call.replaceAll(/[\w-]*\d[\w-]*$/g, '')
        if (spoilt.has(kind)) return 'well'
        spoilt.add(kind)
        return mood
      })
      const endHurry = hurryJobs(db)
      await erasePerson(orm.em.fork(), { email: 'dana@example.com' })
      await erased().finally(endHurry)
      expect(counts()).toEqual(left)
    },
    60_000,
  )

  test('finds records that the CRM created without confirming', async () => {
    await work()
    crm.setMood((call) => (call === 'POST /api/v1/leads' ? 'lost-500' : 'well'))
    await postLead()
    await vi.waitFor(() => expect(crm.stored.leads).toHaveLength(1), 30_000)
    await rest()
    crm.setMood('well')
    expect(await erasePerson(orm.em.fork(), { email: 'dana@example.com' })).toMatchObject({ isInCrm: true })
    await work()
    await erased()
    expect(counts()).toMatchObject({ leads: 0, persons: 0 })
  }, 60_000)

  test('finds records that a worker is currently creating', async () => {
    crm.delayMs = 150
    await work()
    await postLead({ message: 'Hello' })
    await vi.waitFor(() => expect(crm.calls).toContain('POST /api/v1/leads'), 30_000)
    expect(await erasePerson(orm.em.fork(), { email: 'dana@example.com' })).toMatchObject({ isInCrm: true })
    await erased()
    expect(counts()).toMatchObject({ leads: 0, persons: 0, notes: 0 })
  }, 60_000)

  test('makes no calls to a CRM without synced records, and reports an unknown person', async () => {
    await postLead()
    expect(await erasePerson(orm.em.fork(), { email: 'dana@example.com' })).toMatchObject({ leads: 1, isInCrm: false })
    expect(await countRows('crm_erasure')).toBe(0)
    expect(await erasePerson(orm.em.fork(), { email: 'dana@example.com' })).toMatchObject({
      leads: 0,
      sampleRequests: 0,
    })
  })
})

describe('exportPerson', () => {
  test('contains all texts of the person and none of our keys', async () => {
    await postLead({ message: 'Hello', email: 'DANA@example.com' })
    await postSample({ notes: 'Heavy stock', templateName: 'Spring postcard' })
    await postLead({ email: 'other@example.com' })
    const found = await exportPerson(orm.em.fork(), { email: 'dana@example.com' })
    expect(found.leads).toMatchObject([{ message: 'Hello', first_name: 'Dana', status: 'new' }])
    expect(found.sampleRequests).toMatchObject([
      { notes: 'Heavy stock', zip: '02138', template_name: 'Spring postcard' },
    ])
    expect(JSON.stringify(found)).not.toContain('idempotency')
    expect(found.crm).toBeNull()
  })

  test('contains the CRM data of this person only, without records deleted there', async () => {
    await syncAll()
    const remote = pipedrive({ url: crm.url, token: crm.token })
    const found = await exportPerson(orm.em.fork(), { email: 'dana@example.com' }, remote)
    expect(found.crm).toMatchObject({ persons: [{}], leads: [{}, {}], deals: [{}], notes: [{}, {}, {}] })
    expect(JSON.stringify(found.crm)).toContain('Heavy stock')
    expect(JSON.stringify(found.crm)).not.toContain('other@example.com')
    crm.stored.deals = []
    const later = await exportPerson(orm.em.fork(), { email: 'dana@example.com' }, remote)
    expect(later.crm).toMatchObject({ leads: [{}, {}], deals: [], notes: [{}, {}] })
    // A record that the CRM does not show still counts as existing.
    crm.setMood((call) => (/GET .*persons.[0-9]+$/.test(call) ? 'forbidden' : 'well'))
    await expect(exportPerson(orm.em.fork(), { email: 'dana@example.com' }, remote)).rejects.toThrow('(403)')
    crm.setMood('hang')
    const impatient = pipedrive({ url: crm.url, token: crm.token, timeoutMs: 100 })
    await expect(exportPerson(orm.em.fork(), { email: 'dana@example.com' }, impatient)).rejects.toThrow(
      'did not respond',
    )
  }, 60_000)

  test('contains what staff wrote about the person, which an erasure deletes', async () => {
    const id = await postLead()
    const other = await postLead({ email: 'other@example.com' })
    await db.query(
      `insert into record_change (id, group_id, record_type, record_id, action, actor, after)
       select gen_random_uuid(), gen_random_uuid(), 'lead', lead.id, 'note', 'Staff Example',
              jsonb_build_object('text', 'About ' || email) from lead`,
    )
    await db.query('update lead set merged_into = $2 where id = $1', [other, id])
    const { changes } = await exportPerson(orm.em.fork(), { email: 'DANA@example.com' })
    expect(changes).toMatchObject([
      { recordId: id, action: 'note', actor: 'Staff Example', after: { text: 'About dana@example.com' } },
    ])
    await erasePerson(orm.em.fork(), { email: 'dana@example.com' })
    expect((await db.query('select record_id from record_change')).rows).toEqual([{ record_id: other }])
    // The other person's lead was merged into one that is now deleted, and is listed again.
    expect((await db.query('select merged_into from lead')).rows).toEqual([{ merged_into: null }])
  })

  test('contains the messages to and about the person, which an erasure deletes', async () => {
    const id = await postLead()
    const other = await postLead({ email: 'other@example.com' })
    await db.query(
      `insert into message (id, channel, kind, recipient, lead_id, subject, content)
       select gen_random_uuid(), channel, 'lead', recipient, lead_id, 'About ' || recipient, '{"paragraphs":[]}'
         from (values ('mail', 'desk@example.com', $1::uuid), ('mail', 'Dana@Example.com', null), ('slack', 'Sales', $2::uuid))
           as sent (channel, recipient, lead_id)`,
      [id, other],
    )
    const { messages } = await exportPerson(orm.em.fork(), { email: 'dana@example.com' })
    expect(messages).toMatchObject([{ recipient: expect.any(String) }, { recipient: expect.any(String) }])
    expect(JSON.stringify(messages)).toContain('Dana@Example.com')
    await erasePerson(orm.em.fork(), { email: 'dana@example.com' })
    expect((await db.query('select recipient from message')).rows).toEqual([{ recipient: 'Sales' }])
  })

  test('contains an invitation to the staff app, which an erasure deletes', async () => {
    await db.query(
      `insert into staff_invitation (id, email, name, role, invited_by, token_hash, expires_at)
       values (gen_random_uuid(), 'dana@example.com', 'Dana', 'viewer', 'Owner', '\\x01', now())`,
    )
    const { staffInvitations } = await exportPerson(orm.em.fork(), { email: 'DANA@example.com' })
    expect(staffInvitations).toMatchObject([{ name: 'Dana', invited_by: 'Owner' }])
    await erasePerson(orm.em.fork(), { email: 'DANA@example.com' })
    expect(await countRows('staff_invitation')).toBe(0)
  })
})

describe('the pieces of a person', () => {
  const person = { email: 'dana@example.com', name: 'Dana Sample', zip: '74104' }

  /** Sends a piece to a person at one address. Resolves with its id. */
  const send = async (key: string, Name: string, Description: string): Promise<string> => {
    const To = { Name, AddressLine1: '1418 Cedar Ln', City: 'Tulsa', State: 'OK', Zip: '74104' }
    return (await sendCard(key, { To, Description, Metadata: { customer: 'Dana' } })).json().Id
  }

  test('are exported with their destinations, and erased except for the data that accounting needs', async () => {
    const { live } = await addAccount(db)
    const mailed = await send(live.key, 'Dana Sample', 'Mailed to Dana')
    const waiting = await send(live.key, 'Dana Sample', 'Waits for Dana')
    const other = await send(live.key, 'Somebody Else', 'Of another person')
    await db.query(`update piece set status = 'mailed' where id = $1`, [mailed])

    const found = await exportPerson(orm.em.fork(), person)
    expect(found.pieces).toMatchObject([
      { id: mailed, description: 'Mailed to Dana', metadata: { customer: 'Dana' }, routing: '74104', status: 'mailed' },
      { id: waiting, description: 'Waits for Dana', status: 'checking' },
    ])
    expect(found.print.proofs).toHaveLength(2)
    expect(JSON.stringify(found)).not.toContain('Somebody Else')

    expect(await erasePerson(orm.em.fork(), person)).toMatchObject({ print: { proofs: 2 } })
    const { rows } = await db.query(
      `select id, status, description, metadata, routing, proof_id is null as is_file_gone,
              array(select amount::int from ledger_entry where piece_id = piece.id order by created_at) as amounts
         from piece where workspace_id = $1 order by created_at`,
      [live.workspace],
    )
    const gone = { description: null, metadata: {}, routing: '', is_file_gone: true }
    expect(rows).toMatchObject([
      { id: mailed, status: 'mailed', ...gone, amounts: [6_800] },
      // There is nothing left to print, so it is canceled and credited.
      { id: waiting, status: 'canceled', ...gone, amounts: [6_800, -6_800] },
      { id: other, status: 'checking', description: 'Of another person', routing: '74104', amounts: [6_800] },
    ])
    expect((await exportPerson(orm.em.fork(), person)).pieces).toEqual([])
  })
})
