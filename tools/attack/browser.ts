import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium } from '../product/chromium.ts'
import { type Attack, attack, type Checks } from './attack.ts'
import { asOwner, paths, template } from './calls.ts'
import { plantMarkup } from './markup.ts'
import { owner, type Target } from './target.ts'

/** Screens that show nothing of what was planted. */
const plain = new Set(['/print', '/account'])

async function withBrowser(run: (browser: Browser) => Promise<void>): Promise<void> {
  const { executablePath, args, env } = await findChromium()
  const browser = await chromium.launch({ executablePath, args, env })
  try {
    await run(browser)
  } finally {
    await browser.close()
  }
}

/** Reports what a page does only if a payload was executed. */
async function watch(context: BrowserContext, checks: Checks): Promise<Page> {
  const page = await context.newPage()
  page.on('dialog', (dialog) => {
    checks.failUnless(false, `${page.url()} opened a dialog`)
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text()))
      checks.failUnless(false, `${page.url()}: ${message.text().slice(0, 120)}`)
  })
  return page
}

async function signInWith(page: Page, target: Target): Promise<void> {
  await page.goto(`${target.plain}/api/login`)
  await page.locator('input[name=email]').fill(owner.email)
  await page.locator('input[name=password]').fill(owner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/\/admin/)
}

/** Every screen that the staff app leads to, as its path below the app's. */
async function screensOf(page: Page, target: Target): Promise<string[]> {
  await page.goto(`${target.plain}/admin`)
  await page.locator('a[href$="/account"]').waitFor()
  const linked = await page
    .locator('nav[aria-label="Admin"] a[href], a[href$="/account"]')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  return [...new Set(linked.map((path) => path.replace(/^\/admin\/?/, '/').replace(/^\/$/, '')))]
}

export const browserAttacks: Attack[] = [
  attack('D01', 'markup in every field that a person can fill in, on every screen', async (target, checks) => {
    await plantMarkup(target, checks)
    await withBrowser(async (browser) => {
      const page = await watch(await browser.newContext({ viewport: { width: 1280, height: 900 } }), checks)
      await page.goto(`${target.plain}/pricing`, { waitUntil: 'networkidle' })
      await signInWith(page, target)
      const screens = await screensOf(page, target)
      const shown = new Set<string>()
      const look = async (screen: string, place = '') => {
        await page.waitForLoadState('networkidle').catch(() => undefined)
        if ((await page.locator('body').innerText()).includes('<script>alert(1)</script>')) shown.add(screen)
        const planted = await page.locator('script:not([src]):not([type])', { hasText: 'alert(1)' }).count()
        checks.failUnless(planted === 0, `${screen}${place} holds a planted script`)
      }
      for (const screen of screens) {
        await page.goto(`${target.plain}/admin${screen}`)
        await page
          .getByRole('main')
          .getByText('<script>alert(1)</script>')
          .first()
          .waitFor({ timeout: plain.has(screen) ? 1_000 : 15_000 })
          .catch(() => undefined)
        await look(screen)
        const tabs = await page.getByRole('tab').all()
        for (const [index, tab] of tabs.entries()) {
          await tab.click()
          await page.waitForTimeout(1000)
          await look(screen, `, tab ${index + 1}`)
        }
        const details = page.locator('table button').first()
        if ((await details.count()) > 0) {
          await details.click()
          await page.waitForTimeout(1000)
          await look(screen, ', the first record')
        }
      }
      for (const screen of screens) {
        if (!plain.has(screen))
          checks.failUnless(shown.has(screen), `${screen || '/'} does not show the markup as it was typed`)
      }
    })
  }),
  attack('C06', 'our pages in a frame of another site (clickjacking)', async (target, checks) => {
    const server = createServer((request, response) => {
      const page = new URL(request.url ?? '/', 'http://a.example').searchParams.get('page') ?? '/'
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<iframe src="${target.plain}${page}"></iframe>`)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    // A server that listens on a port has such an address.
    const { port } = server.address() as AddressInfo
    await withBrowser(async (browser) => {
      for (const framed of ['/', '/admin', '/api/login', '/pricing']) {
        const page = await browser.newPage()
        await page.goto(`http://127.0.0.1:${port}/?page=${framed}`, { waitUntil: 'load' })
        const frame = page.frames().find((one) => one !== page.mainFrame())
        const words =
          (await frame
            ?.locator('body')
            .innerText({ timeout: 5000 })
            .catch(() => '')) ?? ''
        checks.failUnless(!/Example|Sign in|mail/i.test(words) || /refused/.test(words), `${framed} was framed`)
        await page.close()
      }
    })
    server.close()
    server.closeAllConnections()
  }),
  attack('A09', 'a browser in which the client-side session check is faked', async (target, checks) => {
    await withBrowser(async (browser) => {
      const page = await browser.newPage()
      const answers: number[] = []
      const user = { id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a11', email: 'a@example.com', name: 'A', role: 'owner' }
      await page.route('**/api/auth/user', (route) => route.fulfill({ json: user }))
      page.on('response', (response) => {
        if (response.url().includes('/api/admin/')) answers.push(response.status())
      })
      await page.goto(`${target.plain}/admin`)
      await page
        .waitForURL(/\/api\/login/, { timeout: 20_000 })
        .catch(() => checks.failUnless(false, 'the staff app stays open'))
      checks.failUnless(
        answers.length > 0 && answers.every((status) => status === 401),
        `data calls answered ${answers.join()}`,
      )
    })
  }),
  attack('B10', 'password managers on the sign-in page', async (target, checks) => {
    await withBrowser(async (browser) => {
      const page = await browser.newPage()
      await page.goto(`${target.plain}/api/login`)
      const [email, password] = [page.locator('input[name=email]'), page.locator('input[name=password]')]
      checks.failUnless((await password.getAttribute('type')) === 'password', 'the password field shows its text')
      checks.failUnless(
        (await password.getAttribute('autocomplete')) === 'current-password',
        'password managers cannot fill the password',
      )
      checks.failUnless(
        (await email.getAttribute('autocomplete')) === 'username',
        'password managers cannot fill the email',
      )
      await email.fill('pasted words')
      await email.selectText()
      await page.keyboard.press('Control+C')
      await password.focus()
      await page.keyboard.press('Control+V')
      checks.failUnless((await password.inputValue()) === 'pasted words', 'a password cannot be pasted')
    })
  }),
  attack('D04', 'an image on a server that records its visitors and returns a script (D17)', async (target, checks) => {
    const asked: IncomingHttpHeaders[] = []
    const server = createServer((request, response) => {
      asked.push(request.headers)
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(svg)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    // A server that listens on a port has such an address.
    const { port } = server.address() as AddressInfo
    const frontImageUrl = `http://127.0.0.1:${port}/front.svg`
    await asOwner(target, paths.templates, { ...template, name: 'D04', frontImageUrl, backImageUrl: frontImageUrl })
    await withBrowser(async (browser) => {
      const page = await watch(await browser.newContext({ viewport: { width: 1280, height: 900 } }), checks)
      await signInWith(page, target)
      const picture = page.waitForResponse(frontImageUrl, { timeout: 20_000 })
      await page.goto(`${target.plain}/admin/samples`)
      await picture.catch(() => checks.failUnless(false, 'the image was never requested'))
      checks.failUnless(
        (await page.locator('object, iframe, embed').count()) === 0,
        'an iframe, object or embed shows the image',
      )
    })
    server.close()
    server.closeAllConnections()
    checks.failUnless(
      asked.length > 0 && asked.every(({ cookie, referer }) => cookie === undefined && referer === undefined),
      `the image server received ${JSON.stringify(asked.map(({ cookie, referer }) => [cookie, referer]))}`,
    )
  }),
  attack('D15', 'entities that are decoded twice', async (target, checks) => {
    await withBrowser(async (browser) => {
      const page = await watch(await browser.newContext({ viewport: { width: 1280, height: 900 } }), checks)
      await signInWith(page, target)
      await page.goto(`${target.plain}/admin/pricing`)
      for (const words of ['&lt;script&gt;alert(1)&lt;/script&gt;', '%3Cscript%3Ealert(1)%3C/script%3E'])
        await page
          .getByText(words)
          .first()
          .waitFor({ timeout: 15_000 })
          .catch(() => checks.failUnless(false, `${words} is not shown as typed`))
    })
  }),
  attack('A21', 'the back button after the sign-out', async (target, checks) => {
    await withBrowser(async (browser) => {
      const page = await browser.newPage()
      await signInWith(page, target)
      await page.goto(`${target.plain}/admin`)
      await page.getByText('@example.com').first().waitFor()
      await page.goto(`${target.plain}/api/logout`)
      await page.goBack().catch(() => undefined)
      await page.waitForTimeout(2000)
      const words = await page.locator('body').innerText()
      checks.failUnless(!words.includes('@example.com') || /sign in/i.test(words), 'a lead is still shown')
    })
  }),
]
