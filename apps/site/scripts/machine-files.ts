import type { Brand } from '@app/brand'

/** A prerendered page. */
export interface Page {
  url: string
  html: string
}

/** Address of the API reference. Undefined if it is on another host, which then has a robots.txt of its own. */
const referenceOf = ({ siteOrigin, links }: Brand): string | undefined =>
  links.apiDocs.startsWith('/') ? siteOrigin + links.apiDocs : undefined

const lastModified = new Date().toISOString().slice(0, 10)

export function siteMap(brand: Brand, pages: readonly Page[]): string {
  const urls = [...pages.map(({ url }) => brand.siteOrigin + url), referenceOf(brand) ?? []].flat()
  const locations = urls.map((url) => `<url><loc>${url}</loc><lastmod>${lastModified}</lastmod></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locations.join('')}</urlset>\n`
}

export const robots = (brand: Brand): string =>
  [
    'User-agent: *',
    'Allow: /',
    ...(referenceOf(brand) ? [`Allow: ${brand.links.apiDocs}`] : []),
    'Disallow: /admin',
    'Disallow: /api/',
    'Disallow: /account',
    'Disallow: /track',
    `Sitemap: ${brand.siteOrigin}/sitemap.xml`,
    '',
  ].join('\n')

const textIn = (html: string, pattern: RegExp) =>
  (pattern.exec(html)?.[1] ?? '').replaceAll('&amp;', '&').replaceAll('&#x27;', '’')

/** The site for language models: https://llmstxt.org. */
export function llms(brand: Brand, pages: readonly Page[]): string {
  const link = ({ url, html }: Page) => {
    const title = textIn(html, /<title>(.*?) \| /)
    const description = textIn(html, /<meta name="description" content="([^"]*)"/)
    return `- [${title}](${brand.siteOrigin}${url}): ${description}`
  }
  const reference = referenceOf(brand)
  const api = brand.links.printApi || brand.siteOrigin
  const home = pages.find(({ url }) => url === '/')
  const isPrint = ({ url }: Page) => url.startsWith('/print')
  return [
    `# ${brand.companyName}`,
    `> ${home ? textIn(home.html, /<meta name="description" content="([^"]*)"/) : ''}`,
    '## Print API',
    [
      reference
        ? `- [API reference](${reference}/reference.md): Guides, every operation with a sample, and every code, as Markdown.`
        : `- [API reference](${brand.links.apiDocs}): Guides, every operation, and every code.`,
      `- [OpenAPI document](${api}/v1/openapi.json): Operations and schemas.`,
      `- [JSON Schema](${brand.siteOrigin}/print-api.schema.json): The requests for postcards and letters.`,
      ...pages.filter(isPrint).map(link),
    ].join('\n'),
    '## Services',
    pages
      .filter((page) => !isPrint(page))
      .map(link)
      .join('\n'),
    '',
  ].join('\n\n')
}
