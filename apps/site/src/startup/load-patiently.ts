import { reloadIfReplaced } from '@app/ui/new-version'

const pauseMs = 2_000

/**
 * Loads a chunk, again while the network is away. A part that fails to load would take the whole page with it; one that
 * is late does not. One that is gone from the server brings the newer page.
 */
export async function loadPatiently<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => {
        setTimeout(resolve, pauseMs)
      })
      if (await reloadIfReplaced()) return new Promise(() => {})
    }
  }
}
