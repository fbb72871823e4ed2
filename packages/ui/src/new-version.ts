/** A page that was reloaded this recently is not reloaded again, because that would not help. */
const minReloadIntervalMs = 60_000

/**
 * Reloads the page if the server responds. Call it after a chunk failed to load: the chunk is then gone because a newer
 * version was deployed.
 * @param isStillGone requests the chunk again: the connection may have come back since it failed
 * @returns true if the page is reloading. It doesn't reload while the network or the server is down.
 */
export async function reloadIfReplaced(isStillGone = async () => true): Promise<boolean> {
  const [load] = performance.getEntriesByType('navigation')
  if (load && 'type' in load && load.type === 'reload' && performance.now() < minReloadIntervalMs) return false
  const page = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (!page?.ok || !(await isStillGone())) return false
  location.reload()
  return true
}
