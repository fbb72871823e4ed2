const waiting = new Map<string, () => void>()

const islandElement = (name: string) => document.querySelector(`[data-island="${name}"]`)

/** Starts an island that is waiting to be activated. */
export const activate = (name: string): void => waiting.get(name)?.()

/**
 * Resolves when the island scrolls into view or is used: clicked, focused, typed in, or the target of a jump. An island
 * that is not in the prerendered page starts immediately.
 */
export function whenActivated(name: string): Promise<void> {
  const island = import.meta.env.SSR ? null : islandElement(name)
  if (!island) return Promise.resolve()

  const { promise, resolve } = Promise.withResolvers<void>()
  const observer = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) resolve()
  })
  observer.observe(island)
  const listening = new AbortController()
  const once = { signal: listening.signal, capture: true, passive: true }
  for (const type of ['pointerdown', 'focusin', 'keydown']) island.addEventListener(type, () => resolve(), once)
  addEventListener('hashchange', () => resolve(), once)
  if (island.contains(document.activeElement) || location.hash) resolve()
  waiting.set(name, resolve)

  void promise.then(() => {
    observer.disconnect()
    listening.abort()
  })
  return promise
}
