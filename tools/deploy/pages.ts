import { scriptSources, sitePages } from '../../apps/api/src/http/built-pages.ts'

const escapeForPattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** The paths of the pages in a built site: print/faq.html becomes /print/faq. */
export const pagesOf = (folder: string): string[] => [...sitePages(folder).keys()].sort()

/**
 * nginx's maps for a built site. `$page` is the file of a page's canonical path, and `moved:` plus the canonical path
 * for any other spelling. `$script_sources` is the list of scripts that the page's policy allows. The API follows the
 * same rules (http/front-ends.ts).
 */
export function pageMap(folder: string): string {
  const pages = pagesOf(folder)
  const own = pages.map((page) => `~^${escapeForPattern(page)}$ ${page === '/' ? '/index' : page}.html;`)
  const others = pages.map((page) =>
    page === '/'
      ? String.raw`~*^/*(index)?(\.html)?/*$ moved:/;`
      : String.raw`~*^${escapeForPattern(page)}/*((/index)?\.html)?$ moved:${page};`,
  )
  const lines = [...own, ...others].map((line) => `  ${line}\n`).join('')
  return `map $uri $page {
  default $uri;
${lines}}

map "" $script_sources {
  default "${scriptSources(folder)}";
}
`
}
