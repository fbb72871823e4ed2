import type { APIRequestContext } from '@playwright/test'

/** The paths of the served site map. */
export async function publicPaths(request: APIRequestContext): Promise<string[]> {
  const map = await (await request.get('/sitemap.xml')).text()
  return [...map.matchAll(/<loc>https:\/\/[^/]+(\/[^<]*)<\/loc>/g)].map(([, path = '']) => path)
}
