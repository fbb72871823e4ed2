import { accountPaths } from './content/account-paths.ts'

interface PageSource {
  /** Path of the module, by which the prerenderer finds its styles in the build's manifest. */
  source: string
  /** Modules with prerendered HTML whose code loads later. Only their styles are needed right away. */
  islands?: string[]
}

const leadIsland = 'src/leads/InlineLeadForm.tsx'
const sampleIsland = 'src/samples/SampleForm.tsx'
const templateIsland = 'src/samples/TemplateGallery.tsx'
const customerPages: PageSource = { source: 'src/pages/CustomerPages.tsx' }

/** The source modules of each page. Kept apart from `pages`, whose file every visitor has to load. */
export const pageSources: Record<string, PageSource> = {
  '/': { source: 'src/pages/HomePage.tsx', islands: [leadIsland] },
  '/print': { source: 'src/pages/PrintPage.tsx' },
  '/print/postcards': { source: 'src/pages/PostcardsPage.tsx' },
  '/print/letters': { source: 'src/pages/LettersPage.tsx' },
  '/print/pricing': { source: 'src/pages/PricingPage.tsx', islands: ['src/pricing/PublishedProducts.tsx'] },
  '/print/samples': { source: 'src/pages/SamplesPage.tsx', islands: [templateIsland, sampleIsland] },
  '/print/faq': { source: 'src/pages/FaqPage.tsx' },
  '/print/docs': { source: 'src/pages/DocsPage.tsx' },
  '/print/sandbox': { source: 'src/pages/SandboxPage.tsx', islands: ['src/sandbox/SandboxEditor.tsx'] },
  '/mortgage': { source: 'src/pages/MortgagePage.tsx' },
  '/USPSInformedDelivery': { source: 'src/pages/InformedDeliveryPage.tsx' },
  '/digital-audience': { source: 'src/pages/DigitalAudiencePage.tsx' },
  '/accelerate2025': { source: 'src/pages/AcceleratePage.tsx', islands: [sampleIsland] },
  '/track': customerPages,
  ...Object.fromEntries(Object.values(accountPaths).map((path) => [path, customerPages])),
  '*': { source: 'src/pages/NotFoundPage.tsx' },
}
