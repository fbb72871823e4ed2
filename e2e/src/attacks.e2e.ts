import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from './test.ts'

const markup = '<script>alert(1)</script>"><img src=x onerror=alert(1)>&lt;'

/** Pages that show text typed by visitors and staff. */
const pages = [
  '/admin',
  '/admin/leads',
  '/admin/samples?tab=requests',
  '/admin/samples?tab=templates',
  '/admin/pricing',
  '/admin/campaigns?tab=links',
  '/admin/notifications?tab=replies',
]

/** An image server that keeps request headers and responds with a script. */
async function startImageServer() {
  const asked: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    asked.push(request.headers)
    response.writeHead(200, { 'content-type': 'image/svg+xml' })
    response.end('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A TCP server that listens on a host and port has an AddressInfo, never a pipe's name.
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { asked, url: `http://127.0.0.1:${port}/front.svg`, stop }
}

test(
  'markup is shown verbatim on every page, and an image server gets no cookie and no URL of ours',
  { tag: ['@D01', '@D03', '@D04', '@D15'] },
  async ({ staffPage: page, baseURL, consoleErrors }) => {
    const images = await startImageServer()
    const post = async (path: string, data: object): Promise<{ id: string }> => {
      const answer = await page.request.post(path, { data, headers: { origin: String(baseURL) } })
      expect(answer.status(), await answer.text()).toBe(201)
      return answer.json()
    }
    const person = { firstName: markup, lastName: markup, email: 'd01@example.com', company: markup }
    const { id } = await post('/api/leads', { ...person, message: markup, leadSource: markup, source: markup })
    const home = { addressLine1: markup, city: markup, state: '<b>MA</b>', zip: '02138' }
    await post('/api/print-samples', { ...person, ...home, sampleType: 'both', notes: markup })
    const template = { name: markup, type: 'postcard', description: markup, frontImageUrl: images.url }
    await post('/api/admin/sample-templates', { ...template, active: true })
    const product = { name: markup, category: 'postcard', startingPrice: 0.5, description: markup, features: [markup] }
    await post('/api/admin/pricing/products', { ...product, isVisible: true })
    const link = { target: '/print', label: markup, campaign: markup, piece: markup, isEnded: false }
    await post('/api/admin/campaign-links', link)
    await post('/api/admin/reply-templates', { name: markup, subject: markup, body: markup })
    await post(`/api/admin/leads/${id}/notes`, { text: markup })
    // The API stores the URL and never opens it, so the first request comes from the page.
    expect(images.asked).toEqual([])

    page.on('dialog', (dialog) => {
      consoleErrors.push(`a dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    for (const address of [...pages, `/admin/leads?lead=${id}`]) {
      await page.goto(address)
      await expect(page.getByText(markup).filter({ visible: true }).first(), address).toBeVisible()
      if (!address.includes('templates')) continue
      await expect.poll(() => images.asked.length).toBeGreaterThan(0)
      await expect(page.locator('object, iframe, embed')).toHaveCount(0)
    }
    for (const { cookie, referer } of images.asked) expect([cookie, referer]).toEqual([undefined, undefined])
    expect(consoleErrors).toEqual([])
    images.stop()
  },
)

test('a faked session exposes no data', { tag: '@A09' }, async ({ page }) => {
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/admin/')) statuses.push(response.status())
  })
  const user = { id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a11', email: 'a@example.com', name: 'A', role: 'owner' }
  await page.route('**/api/auth/user', (route) => route.fulfill({ json: user }))
  await page.goto('/admin')
  await page.waitForURL(/\/api\/login/)
  expect(new Set(statuses)).toEqual(new Set([401]))
})
