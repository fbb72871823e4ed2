import './styles.css'
import { pageOf } from './pages.ts'
import { loadWithRetry } from './lib/load-with-retry.ts'
import { replayEarlyClicks } from './startup/early-clicks.ts'
import { replayEarlyControls } from './startup/early-controls.ts'
import { storeEarlyInput } from './startup/early-input.ts'

// The page is complete HTML. React starts after the first paint or on the first interaction, whichever comes first, so
// that its download does not compete with the visible content.
const root = document.getElementById('root')

let started: Promise<void> | undefined
const start = (): void => {
  started ??= hydratePage()
}

async function hydratePage(): Promise<void> {
  const [{ hydrate }] = await loadWithRetry(() => Promise.all([import('./hydrate.tsx'), pageOf(location.pathname)()]))
  if (root) hydrate(root)
}

const firstPaint = new Promise<void>((resolve) => {
  new PerformanceObserver((_entries, observer) => {
    observer.disconnect()
    resolve()
  }).observe({ type: 'paint', buffered: true })
})

/** A hidden tab never paints, so React starts after this time at the latest. */
const maxWaitMs = 3_000

replayEarlyClicks(start)
storeEarlyInput()
replayEarlyControls()
// Pointer movement is excluded: before the first frame, browsers report it even for a pointer at rest.
for (const type of ['pointerdown', 'keydown', 'focusin']) {
  addEventListener(type, start, { once: true, capture: true, passive: true })
}
void Promise.race([
  Promise.all([firstPaint, document.fonts.ready]),
  new Promise((resolve) => {
    setTimeout(resolve, maxWaitMs)
  }),
]).then(() => requestAnimationFrame(() => setTimeout(start)))
