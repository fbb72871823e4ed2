import path from 'node:path'
import { chromium } from 'playwright-core'
import { storeManyLeads } from './load/many-leads.ts'
import { findChromium } from './product/chromium.ts'
import { root } from './product/paths.ts'
import { say } from './product/say.ts'
import { startThrowaway } from './product/throwaway.ts'

// The pictures of the README, from the product as it is built now. Compress what it writes: pngquant --ext .png --force.
const pictures = [
  ['home', '/'],
  ['print', '/print#studio'],
  ['pricing', '/print/pricing?quantity=1999#calculator'],
  ['postcards', '/print/postcards'],
  ['admin', '/admin'],
] as const

/** A few a day over two years. */
const leadCount = 3_000

const { origin, staff, stop } = await startThrowaway((databaseUrl) => storeManyLeads(databaseUrl, leadCount))
const { executablePath, args, env } = await findChromium()
const browser = await chromium.launch({ executablePath, args, env })
const context = await browser.newContext({
  baseURL: origin,
  viewport: { width: 1280, height: 800 },
  // 640 x 400 pixels
  deviceScaleFactor: 0.5,
  reducedMotion: 'reduce',
})
await context.request.post('/api/login', { form: staff, headers: { origin }, maxRedirects: 0 })
const page = await context.newPage()
for (const [name, address] of pictures) {
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.screenshot({ path: path.join(root, 'docs/images', `${name}.png`) })
}
say(`${pictures.length} pictures in docs/images`)

await browser.close()
await stop()
