import { brand } from '@app/brand'

/** Structured data for search engines: the path from the home page through the given pages. */
export const breadcrumb = (...trail: [name: string, path: string][]) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [['Home', '/'] as const, ...trail].map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: brand.siteOrigin + path,
  })),
})
