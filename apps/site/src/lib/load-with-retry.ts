import { reloadIfReplaced } from '@app/ui/new-version'

const pauseMs = 2_000

/**
 * Loads a chunk and retries until it arrives, because a late part is better than an error that removes the whole page.
 * From the second failure on, it checks whether the server responds. If it does, a newer version without that chunk was
 * deployed, and the page reloads. A single failure may be a network error.
 */
export async function loadWithRetry<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  const isStillGone = () =>
    load().then(
      () => false,
      () => true,
    )
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await load()
    } catch {
      if (!isFirst && (await reloadIfReplaced(isStillGone))) return new Promise(() => {})
      await new Promise((resolve) => {
        setTimeout(resolve, pauseMs)
      })
    }
  }
}
