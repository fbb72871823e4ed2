import { lazy, Suspense } from 'react'
import { whenActivated } from '../startup/islands.ts'
import { loadWithRetry } from '../lib/load-with-retry.ts'

const island = 'template-list'

const TemplateGallery = lazy(async () => {
  await whenActivated(island)
  const { TemplateGallery } = await loadWithRetry(() => import('./TemplateGallery.tsx'))
  return { default: TemplateGallery }
})

/** The templates to choose from: their place is prerendered, and the list is requested when it scrolls into view. */
export const TemplateIsland = () => (
  <div data-island={island}>
    <Suspense fallback={null}>
      <TemplateGallery />
    </Suspense>
  </div>
)
