import { expect, test } from 'vitest'
import { operationTable } from '@app/contract'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config/config.ts'
import { closeOrm, openOrm } from '../src/db/orm.ts'
import { entities } from '../src/entities/entities.ts'
import { addStaff } from '../src/modules/staff/new-accounts.service.ts'
import { answerOf, leadInput, password, privateDatabase, sampleRequestInput, testEnv } from './harness.ts'
import { logLines } from './log-lines.ts'

/** Canary values: none of them may appear in a log. */
const canaries = {
  name: 'CanaryName',
  email: 'canary-mail@example.com',
  text: 'canary-words',
  password: 'canary-password-1',
  phone: '800-555-0177',
}

test('no log line contains personal data, even after errors', { tags: ['A19'] }, async () => {
  const database = await privateDatabase()
  const config = readConfig({ ...testEnv(database.url), LOG_LEVEL: 'trace' })
  const orm = await openOrm(config.databaseUrl, { entities, poolMax: config.poolMax })
  const app = await buildApp(config, orm)
  const lines = logLines(app)
  await addStaff(orm.em.fork(), { email: canaries.email, name: canaries.name, password, role: 'owner' })

  const lead = leadInput({
    firstName: canaries.name,
    email: canaries.email,
    message: canaries.text,
    phone: canaries.phone,
  })
  const sample = sampleRequestInput({ lastName: canaries.name, email: canaries.email, notes: canaries.text })
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
  const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
  const signIn = { method: 'POST', url: '/api/login', headers: asForm } as const
  const good = await app.inject({ ...signIn, payload: form({ email: canaries.email, password }) })
  const cookie = `${good.cookies[0]?.name}=${good.cookies[0]?.value}`
  await app.inject({ ...signIn, payload: form({ email: canaries.email, password: canaries.password }) })
  const invitation = { email: 'invited@example.com', name: canaries.name, role: 'viewer' }
  const invited = await app.inject({
    method: 'POST',
    url: '/api/admin/staff-invitations',
    headers: { cookie },
    payload: invitation,
  })
  const { path: link } = invited.json<{ path: string }>()
  const token = link.split('=')[1] ?? ''
  const setPassword = { method: 'POST', url: '/api/set-password', headers: asForm } as const
  await app.inject({ method: 'GET', url: link })
  await app.inject({ ...setPassword, payload: form({ token, password: canaries.password, repeated: 'other' }) })
  await app.inject({ ...setPassword, payload: form({ token, password, repeated: password }) })
  const change = { method: 'PUT', url: '/api/auth/password', headers: { cookie } } as const
  const newPassword = `${canaries.password} once more`
  await app.inject({ ...change, payload: { currentPassword: canaries.password, newPassword } })
  await app.inject({ ...change, payload: { currentPassword: password, newPassword } })
  const sendLeads = async () => {
    for (const payload of [lead, { ...lead, email: canaries.text }, `{"broken": "${canaries.text}`]) {
      await app.inject({ method: 'POST', url: '/api/leads', payload, headers: { 'content-type': 'application/json' } })
    }
  }
  const send = async () => {
    await sendLeads()
    await app.inject({ method: 'POST', url: '/api/print-samples', payload: sample })
    for (const { method, url } of operationTable) {
      const query = `?q=${canaries.name}&email=${canaries.email}`
      await answerOf(app, {
        method,
        url: `${url}${query}`,
        headers: { cookie },
        ...(method !== 'GET' && { payload: lead }),
      })
    }
  }
  await send()
  // A constraint that rejects every row makes the database quote the row in its error.
  await database.db.query('alter table lead add constraint refuse_all check (false) not valid')
  await sendLeads()
  await database.db.query('alter table lead rename to lead_away')
  await send()

  const log = lines.join('\n')
  expect(log).toContain('"event":"request"')
  expect(log).toContain('refuse_all')
  for (const canary of [...Object.values(canaries), token, password, good.cookies[0]?.value ?? ''])
    expect(log).not.toContain(canary)
  await app.close()
  await closeOrm(orm)
  await database.close()
})
