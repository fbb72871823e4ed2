/** The renderers that could print a proof at the moment. */
export interface Renderers {
  isThere: boolean
  /** Templates of callers are printed too. */
  isIsolated: boolean
}

/** A renderer that is gone counts as there for ten seconds anyway. */
const rememberedMs = 1_000

/** Caches for a second that an isolated renderer is up. Any other result is not cached. */
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
