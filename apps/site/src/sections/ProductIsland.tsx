import { lazy, Suspense } from 'react'
import { loadWithRetry } from '../startup/load-with-retry.ts'
import { useIsRunning } from '../startup/use-is-running.ts'

const Products = lazy(() => loadWithRetry(() => import('./PublishedProducts.tsx')))

/** Products that staff published. They change without a new build, so they are requested after the page has loaded. */
export const ProductIsland = () =>
  useIsRunning() && (
    <Suspense fallback={null}>
      <Products />
    </Suspense>
  )
