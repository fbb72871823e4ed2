/** One per island, because React needs the same promise on every attempt to hydrate it. */
const activations = new Map<string, PromiseWithResolvers<void>>()

/** Starts an island that is waiting to be activated. */
export const activate = (name: string): void => activations.get(name)?.resolve()

/**
 * Resolves when the island scrolls into view or is used: clicked, focused, typed in, or the target of a jump. An island
 * that is not in the prerendered page starts immediately.
 */
export function whenActivated(name: string): Promise<void> {
  const existing = activations.get(name)
  if (existing) return existing.promise
  const activation = Promise.withResolvers<void>()
  activations.set(name, activation)
  const { promise, resolve } = activation
  const island = document.querySelector(`[data-island="${name}"]`)
  if (!island) {
    resolve()
    return promise
  }
  const observer = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) resolve()
  })
  observer.observe(island)
  const listening = new AbortController()
  const once = { signal: listening.signal, capture: true, passive: true }
  for (const type of ['pointerdown', 'focusin', 'keydown']) island.addEventListener(type, () => resolve(), once)
  addEventListener('hashchange', () => resolve(), once)
  if (island.contains(document.activeElement) || location.hash) resolve()

  void promise.then(() => {
    observer.disconnect()
    listening.abort()
  })
  return promise
}
