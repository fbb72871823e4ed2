import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { addressOf, screenRoutes } from 'admin/routes'
import { type BrowserContextOptions, chromium } from 'playwright-core'
import { storeManyLeads } from './bench/many-leads.ts'
import { pagesOf } from './deploy/pages.ts'
import { findChromium } from './product/chromium.ts'
import { built, root } from './product/paths.ts'
import { complain, say } from './product/say.ts'
import { staff, startProduct } from './product/throwaway.ts'

// Captures every page for review, on a product with some leads: at five widths, in dark mode, and with forced colors.
// SCREENSHOT_PATHS="/print /admin" narrows the list.
const { SCREENSHOT_PATHS: chosen } = process.env
const paths = chosen?.split(' ') ?? [...pagesOf(built.site), '/nope', '/api/login', ...screenRoutes.map(addressOf)]
const folder = path.join(root, 'screenshots')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)

const looks: { name: string; width: number; colors?: Pick<BrowserContextOptions, 'colorScheme' | 'forcedColors'> }[] = [
  ...[390, 768, 1280, 1440, 1920].map((width) => ({ name: String(width), width })),
  { name: 'dark', width: 1280, colors: { colorScheme: 'dark' } },
  { name: 'forced-colors', width: 1280, colors: { forcedColors: 'active' } },
]

const product = await startProduct({ fill: (databaseUrl) => storeManyLeads(databaseUrl, 500, { worked: true }) })
const { origin } = product
const { executablePath, args, env } = await findChromium()
const browser = await chromium.launch({ executablePath, args, env })
for (const { name: look, width, colors } of looks) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce', ...colors })
  await context.request.post(`${origin}/api/login`, { form: staff, headers: { origin }, maxRedirects: 0 })
  const page = await context.newPage()
  page.on('pageerror', (error) => complain(`${page.url()} (${look}): ${error.message}`))
  for (const one of paths) {
    await page.goto(origin + one, { waitUntil: 'networkidle' })
    const name = `${one.replaceAll('/', '_').slice(1) || 'home'}-${look}.png`
    await page.screenshot({ path: path.join(folder, name), fullPage: true })
  }
  await context.close()
}
say(`The images are in ${folder}`)

await browser.close()
await product.stop()
