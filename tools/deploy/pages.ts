import { readdirSync } from 'node:fs'
import path from 'node:path'

const escapeForPattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Paths of the pages in a built site: print/faq.html is /print/faq. */
export const pagesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html') && file !== '404.html')
    .map(
      (file) =>
        `/${file
          .split(path.sep)
          .join('/')
          .replace(/(^|\/)index\.html$/, '')
          .replace(/\.html$/, '')}`,
    )
    .sort()

/**
 * The lines of nginx's map from an address to a page: its file for the one address that it has, and `moved:` with that
 * address for every other spelling. The API follows the same rule (http/front-ends.ts).
 */
export function pageMap(folder: string): string {
  const pages = pagesOf(folder)
  const own = pages.map((page) => `~^${escapeForPattern(page)}$ ${page === '/' ? '/index' : page}.html;`)
  const others = pages.map((page) =>
    page === '/'
      ? String.raw`~*^/*(index)?(\.html)?/*$ moved:/;`
      : String.raw`~*^${escapeForPattern(page)}/*((/index)?\.html)?$ moved:${page};`,
  )
  return [...own, ...others, ''].join('\n')
}
