import type { APIRequestContext } from '@playwright/test'

/** The site's page paths from the served sitemap, without the API reference that is also listed. */
export async function publicPaths(request: APIRequestContext): Promise<string[]> {
  const map = await (await request.get('/sitemap.xml')).text()
  return [...map.matchAll(/<loc>https:\/\/[^/]+(\/[^<]*)<\/loc>/g)]
    .map(([, path = '']) => path)
    .filter((path) => !path.startsWith('/api/'))
}

/** The HTML of each page of the site, as served. */
export async function servedPages(request: APIRequestContext): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  for (const path of await publicPaths(request)) pages.set(path, await (await request.get(path)).text())
  return pages
}
