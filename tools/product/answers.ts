import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for status 200. Resolves to false when it did not come within the limit or `signal` aborted the wait. */
export async function answers(url: string, limitMs: number, signal?: AbortSignal): Promise<boolean> {
  const giveUpAt = performance.now() + limitMs
  const isOver = () => signal?.aborted || performance.now() > giveUpAt
  while (!isOver()) {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
    await response?.body?.cancel()
    if (response?.ok) return true
    await sleep(50)
  }
  return false
}
