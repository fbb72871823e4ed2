import type { PageMeta } from './page-meta.ts'
import { paths } from './paths.ts'
import { postcardSizes } from './sizes.ts'

export const notFoundMeta: Omit<PageMeta, 'path'> = {
  title: 'Oops! Page Not Found',
  description:
    'This page does not exist. Go to the home page, explore the print and mail API, or tell us what you were looking for.',
  keywords: 'page not found, direct mail, print API',
  noindex: true,
}

export const quickLinks = [
  { to: paths.postcards, title: 'Postcards', text: postcardSizes },
  { to: paths.letters, title: 'Letters', text: 'First Class and Standard' },
  { to: paths.pricing, title: 'Pricing', text: 'Print and postage in one price' },
  { to: paths.samples, title: 'Free Samples', text: 'Feel the stock first' },
] as const
