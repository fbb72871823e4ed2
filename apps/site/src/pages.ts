import type { ComponentType } from 'react'

export type PageLoader = () => Promise<{ default: ComponentType }>

interface PageEntry {
  /** Path of the module, by which the prerenderer finds its styles in the build's manifest. */
  source: string
  /** Modules with prerendered HTML whose code loads later. Only their styles are needed right away. */
  islands?: string[]
  load: PageLoader
}

const leadIsland = 'src/leads/InlineLeadForm.tsx'
const sampleIsland = 'src/samples/InlineSampleForm.tsx'
const templateIsland = 'src/samples/TemplateGallery.tsx'

const notFound: PageEntry = {
  source: 'src/pages/NotFoundPage.tsx',
  load: () => import('./pages/NotFoundPage.tsx').then(({ NotFoundPage }) => ({ default: NotFoundPage })),
}

/** All public pages, for the router, the start script and the prerenderer. */
export const pages: Record<string, PageEntry> = {
  '/': {
    source: 'src/pages/HomePage.tsx',
    islands: [leadIsland],
    load: () => import('./pages/HomePage.tsx').then(({ HomePage }) => ({ default: HomePage })),
  },
  '/print': {
    source: 'src/pages/PrintPage.tsx',
    load: () => import('./pages/PrintPage.tsx').then(({ PrintPage }) => ({ default: PrintPage })),
  },
  '/print/postcards': {
    source: 'src/pages/PostcardsPage.tsx',
    load: () => import('./pages/PostcardsPage.tsx').then(({ PostcardsPage }) => ({ default: PostcardsPage })),
  },
  '/print/letters': {
    source: 'src/pages/LettersPage.tsx',
    load: () => import('./pages/LettersPage.tsx').then(({ LettersPage }) => ({ default: LettersPage })),
  },
  '/print/pricing': {
    source: 'src/pages/PricingPage.tsx',
    islands: ['src/pricing/PublishedProducts.tsx'],
    load: () => import('./pages/PricingPage.tsx').then(({ PricingPage }) => ({ default: PricingPage })),
  },
  '/print/samples': {
    source: 'src/pages/SamplesPage.tsx',
    islands: [templateIsland, sampleIsland],
    load: () => import('./pages/SamplesPage.tsx').then(({ SamplesPage }) => ({ default: SamplesPage })),
  },
  '/print/faq': {
    source: 'src/pages/FaqPage.tsx',
    load: () => import('./pages/FaqPage.tsx').then(({ FaqPage }) => ({ default: FaqPage })),
  },
  '/print/docs': {
    source: 'src/pages/DocsPage.tsx',
    load: () => import('./pages/DocsPage.tsx').then(({ DocsPage }) => ({ default: DocsPage })),
  },
  '/print/sandbox': {
    source: 'src/pages/SandboxPage.tsx',
    islands: ['src/sandbox/SandboxEditor.tsx'],
    load: () => import('./pages/SandboxPage.tsx').then(({ SandboxPage }) => ({ default: SandboxPage })),
  },
  '/mortgage': {
    source: 'src/pages/MortgagePage.tsx',
    load: () => import('./pages/MortgagePage.tsx').then(({ MortgagePage }) => ({ default: MortgagePage })),
  },
  '/USPSInformedDelivery': {
    source: 'src/pages/InformedDeliveryPage.tsx',
    load: () =>
      import('./pages/InformedDeliveryPage.tsx').then(({ InformedDeliveryPage }) => ({
        default: InformedDeliveryPage,
      })),
  },
  '/digital-audience': {
    source: 'src/pages/DigitalAudiencePage.tsx',
    load: () =>
      import('./pages/DigitalAudiencePage.tsx').then(({ DigitalAudiencePage }) => ({ default: DigitalAudiencePage })),
  },
  '/accelerate2025': {
    source: 'src/pages/AcceleratePage.tsx',
    islands: [sampleIsland],
    load: () => import('./pages/AcceleratePage.tsx').then(({ AcceleratePage }) => ({ default: AcceleratePage })),
  },
  '*': notFound,
}

/** Finds the page of a path, ignoring letter case and a trailing slash. */
export const pageOf = (path: string): PageEntry => {
  const normalized = path.toLowerCase().replace(/(?<!\/)\/+$/, '') || '/'
  const match = Object.keys(pages).find((candidate) => candidate.toLowerCase() === normalized)
  return (match && pages[match]) || notFound
}
