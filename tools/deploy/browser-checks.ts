import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import type { BrowserContext, Page } from 'playwright-core'
import type { Check } from './checks.ts'
import type { Addresses } from './hosts.ts'

interface Staff {
  email: string
  password: string
}

const consoleErrorsOf = (page: Page): string[] => {
  const consoleErrors: string[] = []
  page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()))
  page.on('pageerror', (error) => consoleErrors.push(error.message))
  return consoleErrors
}

const unless = (isRight: boolean, fault: string) => (isRight ? undefined : fault)

/** A page of a foreign origin on this machine, which none of our hosts may trust. */
async function strangersPage(): Promise<{ origin: string; close: () => void }> {
  const server = createServer((request, response) => {
    const framed = new URL(request.url ?? '', 'http://localhost').searchParams.get('frame')
    const frame = framed ? `<iframe src="${framed}"></iframe>` : ''
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>Elsewhere</title>${frame}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { origin: `http://evil.localhost:${port}`, close: () => server.close() }
}

/** What visitors and staff do across the three hosts, in a browser that trusts no authority but ours. */
export function browserChecks(
  context: BrowserContext,
  { site, adminOrigin, admin, api }: Addresses,
  staff: Staff,
): Check[] {
  const wanted = `${admin}/samples?tab=requests`

  return [
    {
      name: 'a visitor sends a lead from the site to the API',
      async run() {
        const page = await context.newPage()
        const consoleErrors = consoleErrorsOf(page)
        await page.goto(site)
        const form = page.locator('#contact')
        await form.getByLabel('First name').fill('Dana')
        await form.getByLabel('Last name').fill('Example')
        await form.getByLabel('Work email').fill('dana@example.com')
        const answer = page.waitForResponse(
          (response) => response.url() === `${api}/api/leads` && response.request().method() === 'POST',
        )
        await form.getByRole('button', { name: 'Request a Demo' }).click()
        const status = (await answer).status()
        await form.getByRole('heading', { name: 'Thank You' }).waitFor()
        await page.close()
        return unless(
          status === 201 && consoleErrors.length === 0,
          `${status}; ${consoleErrors.slice(0, 2).join('; ')}`,
        )
      },
    },
    {
      name: 'every page of the site without a consoleError of the browser',
      async run() {
        const page = await context.newPage()
        const consoleErrors = consoleErrorsOf(page)
        for (const path of [
          '/',
          '/print',
          '/print/pricing',
          '/print/samples',
          '/print/faq',
          '/print/docs',
          '/print/sandbox',
          '/mortgage',
        ]) {
          await page.goto(site + path, { waitUntil: 'networkidle' })
        }
        await page.close()
        return unless(consoleErrors.length === 0, consoleErrors.slice(0, 2).join('; '))
      },
    },
    {
      name: 'staff are sent to sign in at the API, and back to the page they wanted',
      async run() {
        const page = await context.newPage()
        await page.goto(wanted)
        await page.waitForURL(`${api}/api/login?return_to=*`)
        const consoleErrors = consoleErrorsOf(page)
        await page.getByLabel('Email').fill(staff.email)
        await page.getByLabel('Password').fill(staff.password)
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
        await page.waitForURL(wanted)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForLoadState('networkidle')
        await page.close()
        return unless(consoleErrors.length === 0, consoleErrors.slice(0, 2).join('; '))
      },
    },
    {
      name: "the cookie is the API host's alone, and no script can read it",
      async run() {
        const cookies = await context.cookies([site, adminOrigin, api])
        const [cookie, ...others] = cookies
        const isRight =
          others.length === 0 &&
          cookie?.name === '__Host-sid' &&
          cookie.domain === new URL(api).hostname &&
          cookie.secure &&
          cookie.httpOnly &&
          cookie.sameSite === 'Lax'
        return unless(isRight, JSON.stringify(cookies))
      },
    },
    {
      name: 'staff change data from the admin host',
      async run() {
        const page = await context.newPage()
        await page.goto(admin)
        await page.getByRole('heading', { level: 1 }).waitFor()
        const status = await page.evaluate(async (origin) => {
          const answer = await fetch(`${origin}/api/admin/pricing/products`, {
            method: 'POST',
            credentials: 'include',
            headers: { 'content-type': 'application/json' },
            body: '{}',
          })
          return answer.status
        }, api)
        await page.close()
        // The request passes the origin check and fails validation, because the body lacks required members.
        return unless(status === 400, `status ${status}`)
      },
    },
    {
      name: 'the event of a new lead reaches staff through the proxy while the stream is open',
      async run() {
        const page = await context.newPage()
        await page.goto(admin)
        await page.getByRole('heading', { level: 1 }).waitFor()
        const received = await page.evaluate(async (origin) => {
          const stream = new EventSource(`${origin}/api/admin/events`, { withCredentials: true })
          const event = new Promise<string>((resolve) => {
            stream.addEventListener('message', ({ data }) => {
              const { kind } = JSON.parse(data) as { kind: string }
              if (kind === 'leads') resolve(kind)
              if (kind !== 'ready') return
              void fetch(`${origin}/api/leads`, {
                method: 'POST',
                headers: { 'content-type': 'application/json' },
                body: JSON.stringify({
                  firstName: 'Dana',
                  lastName: 'Example',
                  email: 'dana@example.com',
                  leadSource: 'Product Website',
                  source: 'Main Website',
                }),
              })
            })
            stream.addEventListener('error', () => resolve('the stream broke'))
          })
          const kind = await event
          stream.close()
          return kind
        }, api)
        await page.close()
        return unless(received === 'leads', received)
      },
    },
    {
      name: 'a page elsewhere can neither read nor write as staff',
      async run() {
        const stranger = await strangersPage()
        const page = await context.newPage()
        await page.goto(stranger.origin)
        const tried = await page.evaluate(async (origin) => {
          const call = async (path: string, init: RequestInit) => {
            try {
              return String((await fetch(origin + path, { credentials: 'include', ...init })).status)
            } catch {
              return 'refused'
            }
          }
          const json = { 'content-type': 'application/json' }
          return [
            await call('/api/auth/user', {}),
            await call('/api/admin/pricing/products', { method: 'POST', headers: json, body: '{}' }),
            await call('/api/admin/pricing/products', {
              method: 'POST',
              headers: { 'content-type': 'text/plain' },
              body: '{}',
            }),
          ].join()
        }, api)
        await page.close()
        stranger.close()
        return unless(tried === 'refused,refused,refused', tried)
      },
    },
    {
      name: 'no page of ours can be framed',
      async run() {
        const stranger = await strangersPage()
        const page = await context.newPage()
        const framed: string[] = []
        for (const address of [site, admin, `${api}/api/login`]) {
          await page.goto(`${stranger.origin}/?frame=${address}`, { waitUntil: 'load' })
          if (page.frames().some((frame) => frame.url().startsWith(address))) framed.push(address)
        }
        await page.close()
        stranger.close()
        return unless(framed.length === 0, framed.join())
      },
    },
    {
      name: 'signing out ends the session for every host',
      async run() {
        const page = await context.newPage()
        await page.goto(admin)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page
          .getByRole('link', { name: /log ?out/i })
          .or(page.getByRole('button', { name: /log ?out/i }))
          .first()
          .click()
        await page.waitForURL(`${api}/api/login*`)
        await page.goto(admin)
        await page.waitForURL(`${api}/api/login?return_to=*`)
        await page.close()
        return undefined
      },
    },
  ]
}
