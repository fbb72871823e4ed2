import { statSync } from 'node:fs'
import path from 'node:path'
import { brand, brokenLinkIds } from '@app/brand'
import type { Config } from '../../config/config.ts'
import { invalidField } from '../../errors/errors.ts'
import { plainPath, sitePages } from '../../http/built-pages.ts'
import type { KnownLink } from './known-links.ts'

/** The site that links redirect to. `siteDir` is set when this process serves the site. */
export type Site = Pick<Config, 'siteOrigin' | 'siteDir'>

/**
 * @throws {ProblemError} 400 for a URL that no browser would open, and, where our site's pages can be looked up, for a
 * page that the site does not have. The pattern has already rejected everything but https.
 */
export function assertTarget(target: string, { siteOrigin, siteDir }: Site): void {
  if (!URL.canParse(target, siteOrigin)) throw invalidField('/target', 'must be a valid URL')
  const { origin, pathname } = new URL(target, siteOrigin)
  if (!siteDir || origin !== new URL(siteOrigin).origin || pathname === brand.links.apiDocs) return
  const pages = [...sitePages(siteDir).keys()].map((page) => page.toLowerCase())
  const isFile = statSync(path.join(siteDir, pathname), { throwIfNoEntry: false })?.isFile()
  if (!pages.includes(plainPath(pathname)) && !isFile)
    throw invalidField('/target', `must be a page on the site: ${pathname} doesn’t exist`)
}

/**
 * The target URL of a code. It never depends on the request: only staff's input decides, and a path can only point to
 * the site itself.
 */
export function targetOf(link: KnownLink | undefined, siteOrigin: string): string {
  if (!link) return `${siteOrigin}/#${brokenLinkIds.unknown}`
  if (link.isEnded) return `${siteOrigin}/#${brokenLinkIds.ended}`
  const target = new URL(link.target, siteOrigin)
  if (target.origin === new URL(siteOrigin).origin) {
    target.searchParams.set('m', link.code)
    return target.href
  }
  // The contract allows nothing else. A row from another source redirects to the home page.
  return target.protocol === 'https:' && link.target.startsWith('https://')
    ? target.href
    : `${siteOrigin}/#${brokenLinkIds.unknown}`
}
