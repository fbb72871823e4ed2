import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from './test.ts'

test('a sign-out link on a sibling host asks first', { tag: '@A25' }, async ({ staffPage: page, baseURL }) => {
  const sibling = createServer((_request, answer) => {
    answer.setHeader('content-type', 'text/html')
    answer.end(`<a href="${baseURL}/api/logout">Read on</a>`)
  })
  sibling.listen(0, '127.0.0.1')
  await once(sibling, 'listening')
  // A TCP server that listens on a host and port has an AddressInfo, never a pipe's name.
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
