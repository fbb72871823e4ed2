import { fieldNames, fieldsWith, sampleFormFields, sampleRequestFields } from '@app/labels'
import { startFakePipedrive } from 'tools/fake-pipedrive'
import { afterAll, expect, test, vi } from 'vitest'
import { startCrmWorker } from '../src/modules/crm/worker.ts'
import { openWorker } from './jobs.ts'
import { startMessageDesk } from './message-desk.ts'

const desk = await startMessageDesk()
const { app, config, call, mailServer, hook, other } = desk
const crm = await startFakePipedrive()
afterAll(() => crm.close())

type Name = keyof typeof sampleFormFields

const chosen: Partial<Record<Name, string>> = {
  email: 'dana@example.com',
  phone: '(800) 555-0142',
  state: 'MA',
  zip: '02138',
  sampleType: 'both',
}
const names = fieldNames(sampleFormFields)
const valueOf = (name: Name) => chosen[name] ?? `${name} text`
const valuesOf = (some: readonly Name[]) => Object.fromEntries(some.map((name) => [name, valueOf(name)]))

/** The id of a request in which every field has a value. */
async function fullRequest(): Promise<string> {
  const stored = await app.inject({ method: 'POST', url: '/api/print-samples', payload: valuesOf(names) })
  return stored.json().id
}

test('every field except the page is stored and shown', async () => {
  const id = await fullRequest()
  const shown = valuesOf(names.filter((name) => name !== 'source'))
  expect((await call('GET', 'print-samples')).json()).toMatchObject([{ id, ...shown }])
})

test('every field with a column is exported', async () => {
  await fullRequest()
  const { body } = await call('GET', 'print-samples/export')
  const [headings = [], cells = []] = body
    .replace('\uFEFF', '')
    .split('\r\n')
    .map((line) => line.split(','))
  for (const name of fieldsWith(sampleFormFields, 'csv')) {
    expect([name, cells[headings.indexOf(sampleRequestFields[name].csv)]]).toEqual([name, valueOf(name)])
  }
})

test.each(fieldsWith(sampleFormFields, 'isSearched'))('a search finds %s', async (name) => {
  const id = await fullRequest()
  const found = await call('GET', `print-samples?q=${encodeURIComponent(valueOf(name))}`)
  expect(found.json().map((request: { id: string }) => request.id)).toEqual([id])
})

test('every field of the note is in the CRM', async () => {
  await fullRequest()
  const { em, jobs, stop } = await openWorker(config.databaseUrl)
  const log = { info: () => {}, warn: () => {} }
  const settings = { url: crm.url, token: crm.token, timeoutMs: 300 }
  const stopProbing = startCrmWorker(em, jobs, { crm: settings, log, probeMs: 50, settleMs: 300 })
  await vi.waitFor(() => expect(crm.stored.notes).toHaveLength(1), 30_000)
  for (const name of fieldsWith(sampleFormFields, 'crmNote')) {
    expect(crm.stored.notes[0]?.content).toContain(`</b>: ${valueOf(name)}`)
  }
  stopProbing()
  await stop()
})

test('every field that is notified is in the email, the webhook, and Slack', async () => {
  const webhook = await desk.addTarget()
  const slack = await desk.addTarget({ kind: 'slack', name: 'Channel', url: other.url })
  const rule = { event: 'sample_request' }
  await desk.addRule(rule)
  for (const { id } of [webhook, slack]) {
    await desk.addRule({ ...rule, channel: 'target', targetId: id, isForAll: true })
  }
  await fullRequest()
  await desk.work()
  await desk.become('sent', 3)
  const mail = mailServer.mails[0]?.raw.replaceAll('=\r\n', '') ?? ''
  const { data } = JSON.parse(hook.calls[0]?.body ?? '')
  for (const name of fieldsWith(sampleFormFields, 'notified')) {
    expect(data).toMatchObject({ [name]: valueOf(name) })
    expect(other.calls[0]?.body).toContain(valueOf(name))
    expect(mail).toContain(valueOf(name))
  }
})
