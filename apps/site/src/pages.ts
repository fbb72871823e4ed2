import type { ComponentType } from 'react'
import { accountPaths } from './content/account-paths.ts'

export type PageLoader = () => Promise<{ default: ComponentType }>

const page =
  <Name extends string>(name: Name, load: () => Promise<Record<Name, ComponentType>>): PageLoader =>
  async () => ({ default: (await load())[name] })

const notFound = page('NotFoundPage', () => import('./pages/NotFoundPage.tsx'))

const account = page('AccountPage', () => import('./pages/CustomerPages.tsx'))

/** The code of every page, for the router, the start script, and the prerenderer. */
export const pages: Record<string, PageLoader> = {
  '/': page('HomePage', () => import('./pages/HomePage.tsx')),
  '/print': page('PrintPage', () => import('./pages/PrintPage.tsx')),
  '/print/postcards': page('PostcardsPage', () => import('./pages/PostcardsPage.tsx')),
  '/print/letters': page('LettersPage', () => import('./pages/LettersPage.tsx')),
  '/print/pricing': page('PricingPage', () => import('./pages/PricingPage.tsx')),
  '/print/samples': page('SamplesPage', () => import('./pages/SamplesPage.tsx')),
  '/print/faq': page('FaqPage', () => import('./pages/FaqPage.tsx')),
  '/print/docs': page('DocsPage', () => import('./pages/DocsPage.tsx')),
  '/print/sandbox': page('SandboxPage', () => import('./pages/SandboxPage.tsx')),
  '/mortgage': page('MortgagePage', () => import('./pages/MortgagePage.tsx')),
  '/USPSInformedDelivery': page('InformedDeliveryPage', () => import('./pages/InformedDeliveryPage.tsx')),
  '/digital-audience': page('DigitalAudiencePage', () => import('./pages/DigitalAudiencePage.tsx')),
  '/accelerate2025': page('AcceleratePage', () => import('./pages/AcceleratePage.tsx')),
  '/track': page('TrackPage', () => import('./pages/CustomerPages.tsx')),
  ...Object.fromEntries(Object.values(accountPaths).map((path) => [path, account])),
  '*': notFound,
}

/** Finds the page of a path, ignoring letter case and a trailing slash. */
export const pageOf = (path: string): PageLoader => {
  const normalized = path.toLowerCase().replace(/(?<!\/)\/+$/, '') || '/'
  const match = Object.keys(pages).find((candidate) => candidate.toLowerCase() === normalized)
  return (match && pages[match]) || notFound
}
