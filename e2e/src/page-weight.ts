import type { Page, Request } from '@playwright/test'

/** Sizes after Brotli compression, in bytes. The sandbox is a tool that visitors open to work in. */
const limitsOf = (url: string) =>
  url.endsWith('/print/sandbox') ? { script: 119_000, all: 170_000 } : { script: 112_000, all: 163_000 }

/**
 * Weighs what a page downloads from now on. Returns what asks for everything over its budget, when the page is quiet. The page
 * must be the first of its context, whose cache is empty.
 */
export function weigh(page: Page): () => Promise<string[]> {
  const weights = { script: 0, all: 0 }
  const weighed: Promise<void>[] = []
  const add = async (finished: Request) => {
    const { responseBodySize } = await finished.sizes()
    // By address: the chunk loader downloads scripts with fetch(), and the import that follows comes from the cache.
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
