import { lazy, Suspense } from 'react'
import { whenActivated } from '../startup/islands.ts'
import { loadWithRetry } from '../lib/load-with-retry.ts'

const island = 'template-list'

const TemplateGallery = lazy(async () => {
  await whenActivated(island)
  const { TemplateGallery } = await loadWithRetry(() => import('./TemplateGallery.tsx'))
  return { default: TemplateGallery }
})

/** The templates to choose from: placeholders are prerendered, and the list loads when it scrolls into view. */
export const TemplateIsland = () => (
  <div data-island={island}>
    <Suspense fallback={null}>
      <TemplateGallery />
    </Suspense>
  </div>
)
