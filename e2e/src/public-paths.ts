import type { APIRequestContext } from '@playwright/test'

/** Paths of the site map, as it is served. */
export async function publicPaths(request: APIRequestContext): Promise<string[]> {
  const map = await (await request.get('/sitemap.xml')).text()
  return [...map.matchAll(/<loc>https:\/\/[^/]+(\/[^<]*)<\/loc>/g)].map(([, path = '']) => path)
}
