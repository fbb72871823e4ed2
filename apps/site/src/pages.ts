import type { ComponentType } from 'react'
import { accountPaths } from './content/account-paths.ts'

export type PageLoader = () => Promise<{ default: ComponentType }>

const notFound: PageLoader = () =>
  import('./pages/NotFoundPage.tsx').then(({ NotFoundPage }) => ({ default: NotFoundPage }))

const account: PageLoader = () =>
  import('./pages/CustomerPages.tsx').then(({ AccountPage }) => ({ default: AccountPage }))

/** The code of every page, for the router, the start script and the prerenderer. */
export const pages: Record<string, PageLoader> = {
  '/': () => import('./pages/HomePage.tsx').then(({ HomePage }) => ({ default: HomePage })),
  '/print': () => import('./pages/PrintPage.tsx').then(({ PrintPage }) => ({ default: PrintPage })),
  '/print/postcards': () =>
    import('./pages/PostcardsPage.tsx').then(({ PostcardsPage }) => ({ default: PostcardsPage })),
  '/print/letters': () => import('./pages/LettersPage.tsx').then(({ LettersPage }) => ({ default: LettersPage })),
  '/print/pricing': () => import('./pages/PricingPage.tsx').then(({ PricingPage }) => ({ default: PricingPage })),
  '/print/samples': () => import('./pages/SamplesPage.tsx').then(({ SamplesPage }) => ({ default: SamplesPage })),
  '/print/faq': () => import('./pages/FaqPage.tsx').then(({ FaqPage }) => ({ default: FaqPage })),
  '/print/docs': () => import('./pages/DocsPage.tsx').then(({ DocsPage }) => ({ default: DocsPage })),
  '/print/sandbox': () => import('./pages/SandboxPage.tsx').then(({ SandboxPage }) => ({ default: SandboxPage })),
  '/mortgage': () => import('./pages/MortgagePage.tsx').then(({ MortgagePage }) => ({ default: MortgagePage })),
  '/USPSInformedDelivery': () =>
    import('./pages/InformedDeliveryPage.tsx').then(({ InformedDeliveryPage }) => ({ default: InformedDeliveryPage })),
  '/digital-audience': () =>
    import('./pages/DigitalAudiencePage.tsx').then(({ DigitalAudiencePage }) => ({ default: DigitalAudiencePage })),
  '/accelerate2025': () =>
    import('./pages/AcceleratePage.tsx').then(({ AcceleratePage }) => ({ default: AcceleratePage })),
  '/track': () => import('./pages/CustomerPages.tsx').then(({ TrackPage }) => ({ default: TrackPage })),
  ...Object.fromEntries(Object.values(accountPaths).map((path) => [path, account])),
  '*': notFound,
}

/** Finds the page of a path, ignoring letter case and a trailing slash. */
export const pageOf = (path: string): PageLoader => {
  const normalized = path.toLowerCase().replace(/(?<!\/)\/+$/, '') || '/'
  const match = Object.keys(pages).find((candidate) => candidate.toLowerCase() === normalized)
  return (match && pages[match]) || notFound
}
