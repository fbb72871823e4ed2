/** A page that was reloaded this recently is not reloaded again, which would not help. */
const minReloadIntervalMs = 60_000

/**
 * Reloads the page when a chunk cannot be loaded although the server answers. The chunk is gone because a newer version
 * was deployed.
 * @returns whether the page is being reloaded. It is not while the network or the server is down.
 */
export async function reloadIfReplaced(): Promise<boolean> {
  const [load] = performance.getEntriesByType('navigation')
  if (load && 'type' in load && load.type === 'reload' && performance.now() < minReloadIntervalMs) return false
  const page = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (!page?.ok) return false
  location.reload()
  return true
}
