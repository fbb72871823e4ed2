import { brokenLinkIds } from '@app/brand'
import type { KnownLink } from './known-links.ts'

/**
 * The whole address that a code leads to. It never depends on the request: only what staff entered decides, and a path can only
 * lead to the site itself.
 */
export function targetOf(link: KnownLink | undefined, siteOrigin: string): string {
  if (!link) return `${siteOrigin}/#${brokenLinkIds.unknown}`
  if (link.isEnded) return `${siteOrigin}/#${brokenLinkIds.ended}`
  const target = new URL(link.target, siteOrigin)
  if (target.origin === new URL(siteOrigin).origin) {
    target.searchParams.set('m', link.code)
    return target.href
  }
  // The contract lets nothing else in; a row that came in another way leads nowhere.
  return target.protocol === 'https:' && link.target.startsWith('https://')
    ? target.href
    : `${siteOrigin}/#${brokenLinkIds.unknown}`
}
