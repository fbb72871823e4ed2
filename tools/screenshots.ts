import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, startPostgres } from '@app/embedded-postgres'
import { chromium } from 'playwright-core'
import { findChromium } from './product/chromium.ts'
import { answers, built, ensureFirstStaff, migrate, productEnvironment, spawnNode } from './product/index.ts'
import { root } from './product/paths.ts'
import { complain, say } from './product/say.ts'

// Every page at four widths, to be looked at: SCREENSHOT_PATHS narrows it down, "/print /admin" for instance.
const widths = [390, 768, 1280, 1920]
const paths = (
  process.env.SCREENSHOT_PATHS ||
  '/ /print /print/postcards /print/letters /print/pricing /print/samples /print/faq /print/docs /mortgage ' +
    '/USPSInformedDelivery /digital-audience /accelerate2025 /nope /api/login /admin /admin/samples /admin/pricing ' +
    '/admin/settings /admin/account'
).split(' ')
const folder = path.join(root, 'screenshots')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)

const data = mkdtempSync(path.join(tmpdir(), 'screenshots-'))
const database = await startPostgres({ dataDir: path.join(data, 'postgres'), throwaway: true })
const port = await freePort()
const origin = `http://localhost:${port}`
const staff = { email: 'owner@example.com', password: 'known to everybody who reads this' }
const environment = {
  ...productEnvironment(database.url(), port),
  FIRST_STAFF_EMAIL: staff.email,
  FIRST_STAFF_PASSWORD: staff.password,
}
await migrate(environment)
await ensureFirstStaff(environment)
const api = spawnNode(built.server, environment)
if (!(await answers(`${origin}/readyz`, 15_000))) throw new Error('The product did not become ready')

const { executablePath, args, env } = await findChromium()
const browser = await chromium.launch({ executablePath, args, env })
for (const width of widths) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
  await context.request.post(`${origin}/api/login`, { form: staff, headers: { origin }, maxRedirects: 0 })
  const page = await context.newPage()
  page.on('pageerror', (error) => complain(`${page.url()} at ${width} px: ${error.message}`))
  for (const one of paths) {
    await page.goto(origin + one, { waitUntil: 'networkidle' })
    const name = `${one.replaceAll('/', '_').slice(1) || 'home'}-${width}.png`
    await page.screenshot({ path: path.join(folder, name), fullPage: true })
  }
  await context.close()
  say(`${paths.length} pages at ${width} px`)
}
say(`Look at them in ${folder}`)

await browser.close()
api.kill('SIGTERM')
await once(api, 'exit')
await database.stop()
rmSync(data, { recursive: true, force: true })
