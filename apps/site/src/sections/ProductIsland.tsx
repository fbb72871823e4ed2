import { lazy, Suspense, useSyncExternalStore } from 'react'
import { loadWithRetry } from '../startup/load-with-retry.ts'

const Products = lazy(() => loadWithRetry(() => import('./PublishedProducts.tsx')))

const never = () => () => {}

/** Products that staff published. They change without a new build, so they are requested after the page has loaded. */
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
