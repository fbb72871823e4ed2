import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { staff } from './staff.ts'
import { watchLogoutToast } from './sign-in-again.ts'
import { expect, test } from './test.ts'

test('an export after the session ended leads to sign-in and downloads nothing', async ({ staffPage: page, db }) => {
  const downloads: string[] = []
  page.on('download', (download) => downloads.push(download.url()))
  const isToastShown = await watchLogoutToast(page)
  await page.goto('/admin?status=new')
  await expect(page.getByText('No leads match')).toBeVisible()
  await db.query('truncate staff_session')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  await page.waitForURL('**/api/login?return_to=%2Fadmin%3Fstatus%3Dnew&reason=session_ended')
  expect(await isToastShown()).toBe(true)
  expect(downloads).toEqual([])
})

test('an export has one line for each lead of the list', async ({ staffPage: page, request }) => {
  const lead = { firstName: '=Dana', lastName: 'Example', email: 'a@example.com', leadSource: 'x', source: 'y' }
  for (let n = 0; n < 3; n += 1) await request.post('/api/leads', { data: lead })
  await page.goto('/admin')
  await expect(page.getByText('Showing 3 of 3')).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toMatch(/^leads-.*\.csv$/)
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  const lines = Buffer.concat(chunks).toString().trim().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain("'=Dana")
})

test('an idle session is announced, can be extended, and ends on the same screen', async ({ staffPage: page }) => {
  await page.clock.install()
  await page.goto('/admin/pricing')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await page.getByRole('dialog', { name: 'Add Product' }).getByLabel('Name').fill('Half a name')
  await page.clock.fastForward('27:30')
  const notice = page.getByRole('dialog', { name: 'Are you still there?' })
  await notice.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(notice).toHaveCount(0)
  await page.clock.fastForward('31:00')
  await expect(page.getByText('You are logged out. Logging in again...')).toBeVisible()
  await page.clock.runFor(1000)
  // The clock of the server has not moved, so it sends the browser straight back.
  await expect(page.getByRole('dialog', { name: 'Add Product' }).getByLabel('Name')).toHaveValue('Half a name')
})

test('signed out during an edit while someone else saves: the form comes back, and nothing is lost silently', async ({
  staffPage: page,
  db,
}) => {
  await db.query(
    `insert into pricing_product (id, name, category, starting_price, features)
     values (gen_random_uuid(), 'Postcard', 'postcard', 0.62, '{}')`,
  )
  const product = async () =>
    (await db.query('select name, starting_price::float8 as price from pricing_product')).rows[0]
  const isToastShown = await watchLogoutToast(page)
  await page.goto('/admin/pricing')
  await page.getByRole('button', { name: 'Edit Postcard' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Product' })
  await dialog.getByLabel('Starting price').fill('0.6')
  await db.query('truncate staff_session')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/api/login?**')
  expect(await isToastShown()).toBe(true)
  await expect(page.getByText('Your unsaved text is still in this tab')).toBeVisible()
  // While they are signed out, somebody else saves.
  await db.query(`update pricing_product set name = 'Postcard, theirs', version = version + 1`)
  await page.getByLabel('Email').fill(staff.email)
  await page.getByLabel('Password').fill(staff.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog.getByLabel('Starting price')).toHaveValue('0.6')
  await expect(dialog.getByLabel('Name')).toHaveValue('Postcard, theirs')
  await expect(dialog.getByText('Kept someone else’s change: Name Postcard, theirs.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Notification' })).toContainText('Product updated successfully')
  expect(await product()).toEqual({ name: 'Postcard, theirs', price: 0.6 })
})

test('a sign-out link on a sibling host asks first', { tag: '@A25' }, async ({ staffPage: page, baseURL }) => {
  const sibling = createServer((_request, answer) => {
    answer.setHeader('content-type', 'text/html')
    answer.end(`<a href="${baseURL}/api/logout">Read on</a>`)
  })
  sibling.listen(0, '127.0.0.1')
  await once(sibling, 'listening')
  // The type of a server that listens on a port.
  const { port } = sibling.address() as AddressInfo
  await page.goto(`http://localhost:${port}`)
  await page.getByRole('link', { name: 'Read on' }).click()
  await expect(page.getByRole('heading', { name: 'Sign out' })).toBeVisible()
  expect((await page.request.get('/api/auth/user')).status()).toBe(200)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)
  sibling.closeAllConnections()
  sibling.close()
})
