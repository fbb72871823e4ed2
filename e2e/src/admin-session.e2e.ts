import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from './test.ts'

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
