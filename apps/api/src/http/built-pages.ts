import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { hashSource } from './page-policy.ts'

/** The pages of a built front end, relative to its folder and with forward slashes. */
const htmlFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map((file) => file.split(path.sep).join('/'))

/** The page files of a built site, by URL path. */
export const sitePages = (folder: string): Map<string, string> =>
  new Map(
    htmlFiles(folder)
      .filter((file) => file !== '404.html')
      .map((file) => [file === 'index.html' ? '/' : `/${file.replace(/\.html$/, '')}`, file]),
  )

/** Normalizes a path: letter case, trailing slashes, and the file extension do not matter. */
export function plainPath(path: string): string {
  const plain =
    path
      .toLowerCase()
      .replace(/(\/index)?\.html$/, '')
      // The lookbehind keeps this linear: a match can start only at the first slash of a run.
      .replace(/(?<!\/)\/+$/, '') || '/'
  return plain === '/index' ? '/' : plain
}

/**
 * The `script-src` sources for a built front end: files of its own origin, and the inline scripts in its pages. Only
 * scripts without attributes count; a script with a type is a data block, which browsers do not run.
 */
export function scriptSources(folder: string): string {
  const pages = htmlFiles(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'))
  const inline = pages.flatMap((html) => [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => text))
  return ["'self'", ...new Set(inline.map(hashSource))].join(' ')
}
