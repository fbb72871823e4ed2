import { expect, test } from './test.ts'

test('/api/docs shows the operations, calls no other host and violates no policy', async ({
  page,
  consoleErrors,
  baseURL,
}) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const address = new URL(request.url())
    if (address.protocol.startsWith('http') && address.origin !== baseURL) elsewhere.push(address.href)
  })
  await page.goto('/api/docs')
  await expect(page.getByText('/api/leads', { exact: true }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(consoleErrors).toEqual([])
  expect(elsewhere).toEqual([])
})

test('/api/openapi.json is the contract', async ({ request }) => {
  const answer = await request.get('/api/openapi.json')
  expect(answer.status()).toBe(200)
  // The parts of the document that are read here.
  const contract = (await answer.json()) as { openapi: string; paths: Record<string, object> }
  expect(contract.openapi).toMatch(/^3\.1/)
  expect(contract.paths['/api/leads']).toHaveProperty('post')
})
