import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { brand } from '@app/brand'
import { chromium } from 'playwright-core'
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

const leads = [
  ['Dana', 'Example', 'Example Gardens', 'retail', '5000-25000'],
  ['Marcus', 'Sample', 'Sample Mortgage', 'mortgage', '25000-100000'],
  ['Rosa', 'Placeholder', 'Placeholder Plumbing', 'home-services', 'under-1000'],
  ['Lee', 'Specimen', 'Specimen Health', 'health', '1000-5000'],
  ['Kim', 'Instance', 'Instance Motors', 'automotive', 'over-100000'],
] as const

const { origin, staff, stop } = await startThrowaway()
const { executablePath, args, env } = await findChromium()
const browser = await chromium.launch({ executablePath, args, env })
const context = await browser.newContext({
  baseURL: origin,
  viewport: { width: 1280, height: 800 },
  // 640 x 400 pixels
  deviceScaleFactor: 0.5,
  reducedMotion: 'reduce',
})
for (const [firstName, lastName, company, industry, volume] of leads) {
  const email = `${firstName.toLowerCase()}@example.com`
  const source = { leadSource: `${brand.productName} Website`, source: 'Main Website' }
  await context.request.post('/api/leads', {
    headers: { 'Idempotency-Key': randomUUID() },
    data: { firstName, lastName, email, company, industry, volume, ...source },
  })
}
await context.request.post('/api/login', { form: staff, headers: { origin }, maxRedirects: 0 })
const page = await context.newPage()
for (const [name, address] of pictures) {
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.screenshot({ path: path.join(root, 'docs/images', `${name}.png`) })
}
say(`${pictures.length} pictures in docs/images`)

await browser.close()
await stop()
