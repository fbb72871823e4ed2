import { Suspense } from 'react'
import { lazyPart } from '../startup/WhenSeen.tsx'

const island = 'template-list'

const TemplateGallery = lazyPart('TemplateGallery', () => import('./TemplateGallery.tsx'), island)

/** The templates to choose from: placeholders are prerendered, and the list loads when it scrolls into view. */
export const TemplateIsland = () => (
  <div data-island={island}>
    <Suspense fallback={null}>
      <TemplateGallery />
    </Suspense>
  </div>
)
