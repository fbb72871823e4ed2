import { lazy, Suspense, useSyncExternalStore } from 'react'
import { loadWithRetry } from '../startup/load-with-retry.ts'

const Products = lazy(() => loadWithRetry(() => import('./PublishedProducts.tsx')))

const never = () => () => {}

/** What staff published, asked for once the page itself is there: it changes without a new build. */
export function ProductIsland() {
  const isRunning = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return isRunning ? (
    <Suspense fallback={null}>
      <Products />
    </Suspense>
  ) : null
}
