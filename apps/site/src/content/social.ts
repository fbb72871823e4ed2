import type { ArtName } from '@app/mail-piece/art'
import { paths } from './paths.ts'

/**
 * The picture that stands for a page where its address is shared, drawn when the site is built. It lies beside the
 * pages: servers hand out the files of that folder, and not those of a folder in it.
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
