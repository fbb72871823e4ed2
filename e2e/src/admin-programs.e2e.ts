import { expect, test } from './test.ts'

const person = { firstName: '=Dana', lastName: 'Example', email: 'dana@example.com' }
const lead = { ...person, leadSource: 'Website', source: 'Main Website' }
const address = { addressLine1: '12 Example Street', city: 'Cambridge', state: 'MA', zip: '02138' }
const sampleRequest = { ...person, ...address, sampleType: 'both' }

test('programs read health probes, the CRM status, and files', async ({ staffPage: { request } }) => {
  for (const probe of ['/healthz', '/readyz']) expect((await request.get(probe)).status()).toBe(200)
  expect(await (await request.get('/api/admin/crm')).json()).toMatchObject({ state: 'not_configured' })
  await request.post('/api/leads', { data: lead })
  await request.post('/api/print-samples', { data: sampleRequest })
  expect(await (await request.get('/api/admin/leads/export')).text()).toContain("'=Dana")
  expect(await (await request.get('/api/admin/print-samples/export')).text()).toContain(',02138,')
})

test('programs pause the CRM sync, and manage targets and their messages', async ({ staffPage: { request } }) => {
  const call = async (method: 'post' | 'put' | 'delete', path: string, data?: object) => {
    const answer = await request[method](`/api/admin/${path}`, { ...(data && { data }) })
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
    return answer
  }
  for (const step of ['pause', 'resume']) await call('post', `crm/${step}`)
  const routing = await (await request.get('/api/admin/lead-routing-settings')).json()
  await call('put', 'lead-routing-settings', { confirmsVisitors: routing.confirmsVisitors, assigneeIds: [] })

  const target = { name: 'Warehouse', kind: 'webhook', url: 'https://hooks.example.com/leads', isActive: true }
  const { id } = await (await call('post', 'message-targets', target)).json()
  const message = await (await call('post', 'messages/test', { targetId: id })).json()
  await call('post', `messages/${message.id}/resend`)
  await call('post', 'messages/resend-failed')
  expect(await (await request.get('/api/admin/messages')).json()).toMatchObject([{ id: message.id }])
  await call('put', `message-targets/${id}`, { ...target, name: 'Depot' })
  await call('post', `message-targets/${id}/rotate-secret`)
  await call('delete', `message-targets/${id}`)
})

for (const { what, submit, path, data, table, state, failed, waiting } of [
  {
    what: 'a lead',
    submit: '/api/leads',
    path: '/api/admin/leads',
    data: lead,
    table: 'lead',
    state: 'status',
    failed: 'sync_failed',
    waiting: 'new',
  },
  {
    what: 'a sample request',
    submit: '/api/print-samples',
    path: '/api/admin/print-samples',
    data: sampleRequest,
    table: 'sample_request',
    state: 'crm_status',
    failed: 'failed',
    waiting: 'pending',
  },
]) {
  test(`programs retry the sync of ${what} and mark it as spam`, async ({ staffPage: { request }, db }) => {
    const { id } = await (await request.post(submit, { data })).json()
    for (const address of [`${path}/${id}/retry-sync`, `${path}/retry-sync`]) {
      await db.query(`update ${table} set ${state} = '${failed}', crm_error = 'No', crm_enqueued_at = now()`)
      expect((await request.post(address)).ok(), address).toBe(true)
      expect((await db.query(`select ${state} as state from ${table}`)).rows).toEqual([{ state: waiting }])
    }
    expect((await request.put(`${path}/${id}/spam`, { data: { isSpam: true } })).ok()).toBe(true)
    expect(await (await request.get(`${path}/spam`)).json()).toMatchObject([{ id }])
  })
}
