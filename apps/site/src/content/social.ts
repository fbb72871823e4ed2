import type { ArtName } from '@app/mail-piece/art'
import { paths } from './paths.ts'

/**
 * The link preview image of a page, drawn when the site is built. It is in the same folder as the pages, because servers
 * deliver files from that folder only, not from its subfolders.
 */
export const socialImage = (path: string): string =>
  `/social${path === paths.home ? '-home' : path.replaceAll('/', '-')}.png`

const arts: Record<string, ArtName> = {
  [paths.pricing]: 'house',
  [paths.faq]: 'road',
  [paths.samples]: 'chair',
  [paths.mortgage]: 'house',
  [paths.digitalAudience]: 'road',
  [paths.accelerate]: 'chair',
}

export const socialArt = (path: string): ArtName => arts[path] ?? 'garden'
