import type { Page, Request } from '@playwright/test'

/**
 * Limits after Brotli compression, in bytes. The sandbox is a tool rather than a page to read, so its limits are
 * higher.
 */
const limitsOf = (url: string) =>
  url.endsWith('/print/sandbox') ? { script: 119_000, all: 170_000 } : { script: 112_000, all: 163_000 }

/**
 * Measures a page's downloads from now on. Returns a function that, once the page is idle, reports any excess over its
 * budget. The page must be the first of its context, whose cache is empty.
 */
export function weigh(page: Page): () => Promise<string[]> {
  const weights = { script: 0, all: 0 }
  const weighed: Promise<void>[] = []
  const add = async (finished: Request) => {
    const { responseBodySize } = await finished.sizes()
    // By URL: the chunk loader downloads scripts with fetch(), and the subsequent import comes from the cache.
    if (finished.url().endsWith('.js')) weights.script += responseBodySize
    if (finished.resourceType() !== 'image') weights.all += responseBodySize
  }
  const listen = (finished: Request) => void weighed.push(add(finished))
  page.on('requestfinished', listen)
  return async () => {
    page.off('requestfinished', listen)
    await Promise.all(weighed)
    if (weights.script === 0) return ['the page has no scripts']
    const { script, all } = weights
    const limits = limitsOf(page.url())
    return script > limits.script || all > limits.all ? [`too heavy: ${JSON.stringify(weights)}`] : []
  }
}
