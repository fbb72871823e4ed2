import { Suspense } from 'react'
import { lazyPart } from '../startup/WhenSeen.tsx'

const island = 'product-list'

const PublishedProducts = lazyPart('PublishedProducts', () => import('./PublishedProducts.tsx'), island)

/** Products that staff published. They change without a new build, so they load when they scroll into view. */
export const ProductIsland = () => (
  <div data-island={island}>
    <Suspense fallback={null}>
      <PublishedProducts />
    </Suspense>
  </div>
)
