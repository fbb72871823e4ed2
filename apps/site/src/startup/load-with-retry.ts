import { reloadIfReplaced } from '@app/ui/new-version'

const pauseMs = 2_000

/**
 * Loads a chunk and tries again for as long as it does not arrive: a part of the page that fails to load would take the
 * whole page down, one that is late does not. After the second failure it asks whether the server is there without the
 * chunk: then a newer version was deployed, and the page reloads. A single failure may have been the network's.
 */
export async function loadWithRetry<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await load()
    } catch {
      if (!isFirst && (await reloadIfReplaced())) return new Promise(() => {})
      await new Promise((resolve) => {
        setTimeout(resolve, pauseMs)
      })
    }
  }
}
