/** A page that was loaded anew this recently is not helped by loading it again. */
const pauseMs = 60_000

/**
 * Loads the page anew when a piece of its code cannot be loaded though the server answers: the piece is gone because a
 * newer version was deployed.
 * @returns whether it does; false while the network or the server is away
 */
export async function reloadIfReplaced(): Promise<boolean> {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (load?.type === 'reload' && performance.now() < pauseMs) return false
  const page = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (!page?.ok) return false
  location.reload()
  return true
}
