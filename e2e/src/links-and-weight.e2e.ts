import type { Request } from '@playwright/test'
import { publicPaths } from './public-paths.ts'
import { expect, test } from './test.ts'

test('no page has a broken link, image or anchor', async ({ request }) => {
  const pages = new Map<string, string>()
  for (const path of await publicPaths(request)) pages.set(path, await (await request.get(path)).text())
  expect(pages.size).toBe(13)

  const targets = new Map<string, string>()
  for (const [page, html] of pages) {
    for (const [, target = ''] of html.matchAll(/(?:href|src)="([#/][^"]*)"/g)) {
      // An anchor is looked up in its own page.
      targets.set(target.startsWith('#') ? page + target : target, page)
    }
  }
  const broken: string[] = []
  for (const [target, page] of targets) {
    const [path = '', fragment] = target.split('#')
    const known = pages.get(path)
    const answers = known !== undefined || (await request.get(path)).ok()
    const arrives = !fragment || known?.includes(`id="${fragment}"`)
    if (!answers || !arrives) broken.push(`${target} on ${page}`)
  }
  expect(broken).toEqual([])
})

/** Size after Brotli compression, in bytes. */
const limits = { script: 110_000, all: 160_000 }

test('every page stays within its budget of scripts and of weight', async ({ browser, baseURL, request }) => {
  const heavy: string[] = []
  for (const path of await publicPaths(request)) {
    // A new context has an empty cache.
    const context = await browser.newContext({ baseURL: String(baseURL) })
    const page = await context.newPage()
    const weights = { script: 0, all: 0 }
    const weighed: Promise<void>[] = []
    const weigh = async (finished: Request) => {
      const { responseBodySize } = await finished.sizes()
      // By address: the chunk loader downloads scripts with fetch(), and the import that follows comes from the cache.
      if (finished.url().endsWith('.js')) weights.script += responseBodySize
      if (finished.resourceType() !== 'image') weights.all += responseBodySize
    }
    page.on('requestfinished', (finished) => void weighed.push(weigh(finished)))
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await Promise.all(weighed)
    if (weights.script > limits.script || weights.all > limits.all) heavy.push(`${path}: ${JSON.stringify(weights)}`)
    expect(weights.script).toBeGreaterThan(0)
    await context.close()
  }
  expect(heavy).toEqual([])
})
