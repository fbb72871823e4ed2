import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { addressOf, screenRoutes } from 'admin/routes'
import { chromium } from 'playwright-core'
import { storeManyLeads } from './bench/many-leads.ts'
import { findChromium } from './product/chromium.ts'
import { root } from './product/paths.ts'
import { complain, say } from './product/say.ts'
import { staff, startProduct } from './product/throwaway.ts'

// Captures every page at four widths into screenshots/; SCREENSHOT_PATHS="/print /admin" narrows the list.
// With the argument `readme` it captures the images of README.md instead; then run pngquant --ext .png --force.
const sitePaths =
  '/ /print /print/postcards /print/letters /print/pricing /print/samples /print/faq /print/docs /print/sandbox /mortgage ' +
  '/USPSInformedDelivery /digital-audience /accelerate2025 /nope /api/login'
const everyPath = [...sitePaths.split(' '), ...screenRoutes.map(addressOf)]
const { SCREENSHOT_PATHS: chosen } = process.env
const isReadme = process.argv[2] === 'readme'
const readmeImages = {
  home: '/',
  print: '/print#studio',
  pricing: '/print/pricing?quantity=1999#calculator',
  postcards: '/print/postcards',
  admin: '/admin',
}

const folder = path.join(root, isReadme ? 'docs/images' : 'screenshots')
if (!isReadme) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
/** A few a day over two years. */
const fill = (databaseUrl: string) => storeManyLeads(databaseUrl, 3_000)
const product = await startProduct(isReadme ? { fill } : {})
const { executablePath, args, env } = await findChromium()
const browser = await chromium.launch({ executablePath, args, env })

/** Signs in and captures pages by the name of their file. */
async function capture(pages: [name: string, address: string][], width: number, height: number): Promise<void> {
  // Half the pixels for the README: 640 x 400.
  const scale = isReadme ? { deviceScaleFactor: 0.5 } : {}
  const context = await browser.newContext({ viewport: { width, height }, ...scale, reducedMotion: 'reduce' })
  const { origin } = product
  await context.request.post(`${origin}/api/login`, { form: staff, headers: { origin }, maxRedirects: 0 })
  const page = await context.newPage()
  page.on('pageerror', (error) => complain(`${page.url()} at ${width} px: ${error.message}`))
  for (const [name, address] of pages) {
    await page.goto(origin + address, { waitUntil: 'networkidle' })
    await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: !isReadme })
  }
  await context.close()
}

if (isReadme) await capture(Object.entries(readmeImages), 1280, 800)
else
  for (const width of [390, 768, 1280, 1920]) {
    const named = (chosen?.split(' ') ?? everyPath).map((one): [string, string] => [
      `${one.replaceAll('/', '_').slice(1) || 'home'}-${width}`,
      one,
    ])
    await capture(named, width, 900)
  }
say(`The images are in ${folder}`)

await browser.close()
await product.stop()
