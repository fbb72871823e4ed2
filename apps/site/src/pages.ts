import type { ComponentType } from 'react'

export type PageLoader = () => Promise<{ default: ComponentType }>

interface PageEntry {
  /** Where the module is, for the prerenderer to find its styles in the build's manifest. */
  source: string
  /** Modules whose HTML is in the page from the start and whose code comes later: only their styles are needed at once. */
  islands?: string[]
  load: PageLoader
}

const leadIsland = 'src/leads/InlineLeadForm.tsx'

const notFound: PageEntry = {
  source: 'src/pages/NotFoundPage.tsx',
  load: () => import('./pages/NotFoundPage.tsx').then(({ NotFoundPage }) => ({ default: NotFoundPage })),
}

/** The one table of public pages: the router, the start script and the prerenderer read it. */
export const pages: Record<string, PageEntry> = {
  '/': {
    source: 'src/pages/HomePage.tsx',
    islands: [leadIsland],
    load: () => import('./pages/HomePage.tsx').then(({ HomePage }) => ({ default: HomePage })),
  },
  '*': notFound,
}

/** Letter case and a trailing slash do not matter. */
export const pageOf = (path: string): PageEntry => {
  const wanted = path.toLowerCase().replace(/(.)\/+$/, '$1')
  const known = Object.keys(pages).find((candidate) => candidate.toLowerCase() === wanted)
  return (known && pages[known]) || notFound
}
