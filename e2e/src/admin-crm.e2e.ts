import { expect, test } from './test.ts'

const toast = 'Notification'

const lead = {
  firstName: 'Dana',
  lastName: 'Example',
  email: 'dana@example.com',
  leadSource: 'Website',
  source: 'Main Website',
}

const sampleRequest = {
  firstName: 'Marcus',
  lastName: 'Example',
  email: 'marcus@example.com',
  phone: '',
  company: null,
  addressLine1: '12 Example Street',
  city: 'Cambridge',
  state: 'MA',
  zip: '02138',
  sampleType: 'both',
}

test.beforeEach(async ({ request, db }) => {
  await request.post('/api/leads', { data: lead })
  await request.post('/api/print-samples', { data: sampleRequest })
  await db.query("update lead set status = 'sync_failed', crm_error = 'No', crm_enqueued_at = now()")
  await db.query("update sample_request set crm_status = 'failed', crm_error = 'No', crm_enqueued_at = now()")
})

test('a lead that failed to sync is retried, alone and with all others', async ({ staffPage: page, db }) => {
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Dana Example' }).click()
  await page.getByRole('dialog', { name: 'Lead' }).getByRole('button', { name: 'Retry sync' }).click()
  await expect(page.getByRole('region', { name: toast })).toContainText('CRM sync will be tried again')
  expect((await db.query('select status from lead')).rows).toEqual([{ status: 'new' }])
  await page.keyboard.press('Escape')

  await db.query("update lead set status = 'sync_failed'")
  // The button appears with the first failure.
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('button', { name: 'Retry failed leads' }).click()
  await expect(page.getByRole('region', { name: toast })).toContainText('1 lead queued again')
  expect((await db.query('select status from lead')).rows).toEqual([{ status: 'new' }])
})

test('a sample request that failed to sync is retried, alone and with all others', async ({ staffPage: page, db }) => {
  await page.goto('/admin/samples?tab=requests')
  await page.getByRole('rowheader').getByRole('button', { name: 'Marcus Example' }).click()
  await page.getByRole('button', { name: 'Retry sync for Marcus Example' }).click()
  await expect(page.getByRole('region', { name: toast })).toContainText('CRM')
  expect((await db.query('select crm_status from sample_request')).rows).toEqual([{ crm_status: 'pending' }])
  await page.keyboard.press('Escape')

  await db.query("update sample_request set crm_status = 'failed'")
  // The button appears with the first failure.
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('button', { name: 'Retry failed requests' }).click()
  await expect(page.getByRole('region', { name: toast })).toContainText('1 ')
  expect((await db.query('select crm_status from sample_request')).rows).toEqual([{ crm_status: 'pending' }])
})

test('programs read health probes, the status of the CRM, and requests as CSV', async ({
  staffPage: page,
  request,
}) => {
  for (const probe of ['/healthz', '/readyz']) expect((await request.get(probe)).status()).toBe(200)
  const state = await page.request.get('/api/admin/crm')
  expect(await state.json()).toMatchObject({ state: 'not_configured' })
  expect(await (await page.request.get('/api/admin/print-samples/export')).text()).toContain(',02138,')
})
