import type { Query, QueryClient } from '@tanstack/react-query'
import { statusOf } from '../components/Notices.tsx'

const firstPauseMs = 2_000
const maxPauseMs = 30_000

/**
 * True if there was no response, or a proxy responded for an API that is restarting or busy. Other errors don't go away
 * on their own.
 */
const isPassing = (error: Error): boolean => {
  const status = statusOf(error)
  return status === undefined || status === 429 || status >= 502
}

/** A failed read on the screen that is not being retried. */
const isWaiting = (query: Query): boolean => {
  const { error, fetchStatus } = query.state
  return error !== null && isPassing(error) && fetchStatus === 'idle' && query.isActive()
}

/**
 * Retries reads that failed because the API didn't respond, so that every screen recovers on its own. Retries one read
 * at a time, with growing pauses, and the rest once it succeeds. Returns a function that stops it.
 */
export function watchFailures(queryClient: QueryClient): () => void {
  const cache = queryClient.getQueryCache()
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  let tried: Query | undefined

  const failed = () => cache.getAll().filter(isWaiting)
  const retry = async () => {
    timer = undefined
    const waiting = failed()
    // Round robin, so that one read that keeps failing doesn't block the rest.
    const last = waiting.findIndex((query) => query === tried)
    tried = waiting[(last + 1) % waiting.length]
    if (!tried) return
    tries += 1
    await tried.fetch().catch(() => {})
    if (tried.state.error) return watch()
    tries = 0
    await Promise.all(failed().map((query) => query.fetch().catch(() => {})))
  }
  const watch = () => {
    if (failed().length === 0) tries = 0
    else timer ??= setTimeout(() => void retry(), Math.min(maxPauseMs, firstPauseMs * 2 ** tries))
  }
  const unsubscribe = cache.subscribe(({ type }) => {
    if (type === 'updated' || type === 'observerAdded') watch()
  })
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}
