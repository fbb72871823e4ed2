import { brand } from '@app/brand'

/** Where a page is, for search engines: the home page, then the given pages. */
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
