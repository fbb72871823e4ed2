import { lazy, Suspense } from 'react'
import { whenActivated } from '../startup/islands.ts'
import { loadWithRetry } from '../lib/load-with-retry.ts'

const island = 'product-list'

const PublishedProducts = lazy(async () => {
  await whenActivated(island)
  const { PublishedProducts } = await loadWithRetry(() => import('./PublishedProducts.tsx'))
  return { default: PublishedProducts }
})

/** Products that staff published. They change without a new build, so they load when they scroll into view. */
export const ProductIsland = () => (
  <div data-island={island}>
    <Suspense fallback={null}>
      <PublishedProducts />
    </Suspense>
  </div>
)
