import {
  fieldNames,
  fieldsWith,
  labelOf,
  type LeadField,
  leadField,
  leadFields,
  leadFormFields,
  leadPipelineFields,
} from '@app/labels'
import { LeadImportField } from '@app/contract'
import { startFakePipedrive } from 'tools/fake-pipedrive'
import { afterAll, expect, test, vi } from 'vitest'
import { startCrmWorker } from '../src/modules/crm/worker.ts'
import { openWorker } from './jobs.ts'
import { startMessageDesk } from './message-desk.ts'

const desk = await startMessageDesk()
const { db, config, call, postLead, mailServer, hook, other } = desk
const crm = await startFakePipedrive()
afterAll(() => crm.close())

const { id: ownerId } = (await desk.asStaff({ method: 'GET', url: '/api/auth/user' })).json()

const chosen: Partial<Record<LeadField, string | number>> = {
  email: 'dana@example.com',
  phone: '(617) 555-0123',
  industry: 'automotive',
  volume: 'over-100000',
  ownerId,
  stage: 'won',
  lostReason: 'competitor',
  wonValue: 1250,
  nextStepOn: '2026-12-01',
}
const valueOf = (name: LeadField) => chosen[name] ?? `${name} text`
const valuesOf = (names: readonly LeadField[]) => Object.fromEntries(names.map((name) => [name, valueOf(name)]))

/** Only lost leads have them. */
const ofLostLead: readonly LeadField[] = ['lostReason', 'lostNote']
const ofWonLead = fieldNames(leadPipelineFields).filter((name) => !ofLostLead.includes(name))

/** A lead in which every field has a value. */
async function fullLead(): Promise<string> {
  const id = await postLead(valuesOf(fieldNames(leadFormFields)))
  const changed = await call('PATCH', `leads/${id}`, valuesOf(ofWonLead), { 'if-match': '1' })
  expect(changed.statusCode).toBe(200)
  return id
}

/** A value as messages show it: its label, if it has one. */
const textOf = (name: LeadField) => labelOf(leadField(name).values ?? {}, String(valueOf(name)))

const exported = async (query = '') => {
  const { body } = await call('GET', `leads/export${query}`)
  return body
    .replace('\uFEFF', '')
    .split('\r\n')
    .map((line) => line.split(','))
}

test('every field is stored and shown', async () => {
  const id = await fullLead()
  const lead = (await call('GET', `leads/${id}`)).json()
  expect(lead).toMatchObject(valuesOf(fieldNames(leadFormFields)))
  expect(lead.pipeline).toMatchObject(valuesOf(ofWonLead))
  await call('PATCH', `leads/${id}`, { stage: 'lost', ...valuesOf(ofLostLead) }, { 'if-match': '2' })
  expect((await call('GET', `leads/${id}`)).json().pipeline).toMatchObject(valuesOf(ofLostLead))
})

test('every field with a column is exported, both alone and with all others', async () => {
  await fullLead()
  const [headings = [], cells = []] = await exported()
  for (const name of fieldsWith(leadFields, 'csv').filter((one) => !ofLostLead.includes(one))) {
    const cell = name === 'ownerId' ? 'Staff owner' : String(valueOf(name))
    const heading = leadFields[name].csv
    expect([heading, cells[headings.indexOf(heading)]]).toEqual([heading, cell])
    expect(await exported(`?columns=${heading}`)).toEqual([[heading], [cell], ['']])
  }
})

test.each(fieldsWith(leadFields, 'isSearched'))('a search finds %s', async (name) => {
  const id = await fullLead()
  await postLead({ firstName: 'Marcus', email: 'marcus@example.com' })
  const found = await call('GET', `leads?q=${encodeURIComponent(String(valueOf(name)))}`)
  expect(found.json().map((lead: { id: string }) => lead.id)).toEqual([id])
})

test('every field of an imported file is stored', async () => {
  const row = valuesOf(fieldsWith(leadFields, 'import'))
  expect(Object.keys(row).toSorted()).toEqual([...LeadImportField.enum].toSorted())
  const file = { fileName: 'fair.csv', duplicates: 'import', ownerId: null, sendsToCrm: false, rows: [row] }
  expect((await call('POST', 'lead-imports', file)).statusCode).toBe(201)
  const [{ id }] = (await call('GET', 'leads')).json()
  const { pipeline, ...lead } = (await call('GET', `leads/${id}`)).json()
  expect({ ...pipeline, ...lead }).toMatchObject(row)
})

test('every field of the note is in the CRM', async () => {
  await fullLead()
  const { em, jobs, stop } = await openWorker(config.databaseUrl)
  const log = { info: () => {}, warn: () => {} }
  const settings = { url: crm.url, token: crm.token, timeoutMs: 300 }
  const stopProbing = startCrmWorker(em, jobs, { crm: settings, log, probeMs: 250, settleMs: 300 })
  await vi.waitFor(() => expect(crm.stored.notes).toHaveLength(1), 30_000)
  for (const name of fieldsWith(leadFields, 'crmNote')) {
    expect(crm.stored.notes[0]?.content).toContain(`</b>: ${String(valueOf(name))}`)
  }
  stopProbing()
  await stop()
})

test('every field that is notified is in the email, the webhook, and Slack', async () => {
  const webhook = await desk.addTarget()
  const slack = await desk.addTarget({ kind: 'slack', name: 'Channel', url: other.url })
  await desk.addRule()
  for (const { id } of [webhook, slack]) await desk.addRule({ channel: 'target', targetId: id, isForAll: true })
  await fullLead()
  await desk.work()
  await desk.become('sent', 3)
  const mail = mailServer.mails[0]?.raw.replaceAll('=\r\n', '') ?? ''
  const { data } = JSON.parse(hook.calls[0]?.body ?? '')
  for (const name of fieldsWith(leadFields, 'notified')) {
    expect(data).toMatchObject({ [name]: valueOf(name) })
    expect(other.calls[0]?.body).toContain(textOf(name))
    expect(mail).toContain(textOf(name))
  }
})

test('every merge field is filled', async () => {
  const id = await fullLead()
  for (const name of fieldsWith(leadFields, 'mergeField')) {
    const body = { subject: 'Hello', body: `{{${leadFields[name].mergeField}}}` }
    const filled = await call('POST', `leads/${id}/replies/preview`, body)
    expect(filled.json()).toMatchObject({ body: textOf(name) })
  }
})

test('the timeline names every field that changed', async () => {
  const id = await fullLead()
  const timeline = (await call('GET', `leads/${id}/timeline`)).json()
  const { changes } = timeline.find(({ kind }: { kind: string }) => kind === 'change')
  expect(changes.map(({ field }: { field: string }) => field)).toEqual(ofWonLead)
  expect(await db.query('select 1 from record_change')).toMatchObject({ rowCount: 1 })
})
