import { lazy, Suspense, useSyncExternalStore } from 'react'
import { loadPatiently } from '../startup/load-patiently.ts'

const Products = lazy(() => loadPatiently(() => import('./PublishedProducts.tsx')))

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
