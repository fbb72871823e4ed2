/// <reference lib="dom" />

interface Bench {
  begunAt: number
  settledAt: number
  /** Milliseconds from an interaction to the next paint, the longest event of each. */
  interactions: Record<number, number>
}
export type BenchWindow = typeof globalThis & { bench: Bench }

/** Runs in the page, before its own scripts. */
export function watch(): void {
  const bench: Bench = { begunAt: 0, settledAt: 0, interactions: {} }
  ;(globalThis as BenchWindow).bench = bench
  for (const kind of ['click', 'input', 'change']) {
    document.addEventListener(kind, (event) => (bench.begunAt = event.timeStamp), true)
  }
  new MutationObserver((changes) => {
    const isSettled = changes.some(
      ({ target }) => target instanceof HTMLTableElement && target.getAttribute('aria-busy') === 'false',
    )
    if (!isSettled) return
    // The timeout runs after the frame that shows the rows.
    requestAnimationFrame(() => setTimeout(() => (bench.settledAt = performance.now())))
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['aria-busy'] })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // Event timing; the type of the list knows performance entries only.
      const { interactionId, duration } = entry as PerformanceEventTiming
      if (interactionId) bench.interactions[interactionId] = Math.max(bench.interactions[interactionId] ?? 0, duration)
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
}
