/** The renderers that are currently available. */
export interface Renderers {
  isThere: boolean
  /** True when customers' templates are also printed. */
  isIsolated: boolean
}

/** A renderer that is gone counts as available for ten seconds anyway. */
const rememberedMs = 1_000

/** Caches a result with an isolated renderer for a second. Other results are not cached. */
export function rememberedRenderers(
  find: () => Promise<Renderers>,
  clock: Pick<typeof performance, 'now'> = performance,
): () => Promise<Renderers> {
  let seenAt = -Infinity
  return async () => {
    if (clock.now() - seenAt < rememberedMs) return { isThere: true, isIsolated: true }
    const askedAt = clock.now()
    const found = await find()
    if (found.isIsolated) seenAt = askedAt
    return found
  }
}
