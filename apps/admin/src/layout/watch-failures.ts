import type { Query, QueryClient } from '@tanstack/react-query'
import { statusOf } from '../components/ErrorNotice.tsx'

const firstPauseMs = 2_000
const longestPauseMs = 30_000

/** Nobody answered, or a proxy did for an API that is restarting or busy. Anything else will not go away by itself. */
const isPassing = (error: Error): boolean => {
  const status = statusOf(error)
  return status === undefined || status === 429 || status >= 502
}

/** A read on the screen that failed and is not being repeated. */
const isWaiting = (query: Query): boolean => {
  const { error, fetchStatus } = query.state
  return error !== null && isPassing(error) && fetchStatus === 'idle' && query.isActive()
}

/**
 * Reads that failed because nobody answered are repeated until somebody does, so that every screen recovers by itself. One
 * of them in turn is tried, ever less often, and the others follow when it succeeds; when the browser is back online, all are
 * tried at once. Returns a function that stops it.
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
    // In turn: one that goes on failing does not keep the others from recovering.
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
    else timer ??= setTimeout(() => void retry(), Math.min(longestPauseMs, firstPauseMs * 2 ** tries))
  }
  const retryNow = () => {
    clearTimeout(timer)
    tries = 0
    void retry()
  }
  const unsubscribe = cache.subscribe(({ type }) => {
    if (type === 'updated' || type === 'observerAdded') watch()
  })
  window.addEventListener('online', retryNow)
  return () => {
    clearTimeout(timer)
    unsubscribe()
    window.removeEventListener('online', retryNow)
  }
}
