import { mkdir, readFile, rename, rmdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compressFiles } from '@app/ui/compress'
import { writeIcons } from './draw-icons.ts'
import { type SocialCard, writeSocialCards } from './draw-social-cards.ts'
import { llms, type Page, robots, siteMap } from './machine-files.ts'
import { assetsOf, fontsToPreload, readManifest, type Manifest } from './manifest.ts'

/**
 * Renders each page to an HTML file from the client and server builds, and compresses all text files. The builds are in
 * the folder given as the first argument, or in dist. With `draft` as the second, it leaves out what takes most of the time: the
 * social cards and the compressed copies.
 */
const folder = process.argv[2] ? pathToFileURL(`${process.argv[2]}/`) : new URL('../dist/', import.meta.url)
const isDraft = process.argv[3] === 'draft'
const out = new URL('client/', folder)
const server: typeof import('../src/entry-server.tsx') = await import(new URL('server/entry-server.js', folder).href)

const manifest = await readManifest(out)
if (manifest['index.html']?.imports?.length) {
  throw new Error('the entry imports other chunks: they would be fetched before the first paint')
}
// Styles and fonts are downloaded first: painting needs no script.
const shell = (await readFile(new URL('index.html', out), 'utf8'))
  .replaceAll('<script type="module" crossorigin', '<script type="module" crossorigin fetchpriority="low"')
  .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')

/** Inlines the styles, which saves requests before the first paint. */
async function withInlineStyles(page: string): Promise<string> {
  let inlined = page
  for (const [tag, file] of page.matchAll(/<link rel="stylesheet"[^>]*href="\/([^"]+)">/g)) {
    const css = await readFile(new URL(file ?? '', out), 'utf8')
    // The chunk loader of @app/ui recognizes by the URL that these styles are already applied.
    inlined = inlined.replace(tag, () => `<style data-from="/${file}">${css.trim()}</style>`)
  }
  return inlined
}

async function writePage(path: string, source: string, islands: string[], manifest: Manifest): Promise<Page> {
  const url = path === '*' ? '/404' : path
  const html = await server.render(url)
  // React renders head elements before the first element of the body.
  const bodyStart = html.indexOf('<div id="app"')
  if (bodyStart < 0 || html.includes('<!--$!-->')) throw new Error(`${url} did not render`)

  const styles = [...new Set([source, ...islands].flatMap((module) => assetsOf(manifest, module)))]
    .filter((file) => !shell.includes(file))
    .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)
  const fonts = fontsToPreload(manifest).map(
    (file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`,
  )
  const page = shell
    .replace('<!--head-->', () => html.slice(0, bodyStart) + fonts.join(''))
    // After the base styles, in the order that the component library requires.
    .replace('</head>', () => `${styles.join('')}</head>`)
    .replace('<!--app-->', () => html.slice(bodyStart))

  // /print becomes print.html rather than print/index.html, so that no URL needs a trailing slash.
  const file = new URL(`.${url === '/' ? '/index' : url}.html`, out)
  await mkdir(dirname(file.pathname), { recursive: true })
  await writeFile(file, await withInlineStyles(page))
  return { url, html }
}

const socialCard = ({ url, html }: Page): SocialCard => ({
  file: server.socialImage(url),
  claim: /<h1[^>]*>([^<]*)/.exec(html)?.[1] ?? '',
  art: server.drawArt(server.socialArt(url)),
})

function missing(path: string): never {
  throw new Error(`page-sources.ts has no source for ${path}`)
}

const written: Page[] = []
for (const path of Object.keys(server.pages)) {
  const { source, islands = [] } = server.pageSources[path] ?? missing(path)
  written.push(await writePage(path, source, islands, manifest))
}
const pages = written.filter(({ html }) => !html.includes('<meta name="robots" content="noindex"'))
if (!isDraft) await writeSocialCards(out, server.brand, pages.map(socialCard))
await writeFile(new URL('sitemap.xml', out), siteMap(server.brand, pages))
await writeFile(new URL('robots.txt', out), robots(server.brand))
await writeFile(new URL('llms.txt', out), llms(server.brand, pages))
for (const name of server.legalFiles) {
  await writeFile(new URL(`.${server.legalFile(name)}`, out), server.asText(server.legalDocuments[name]))
}
await writeIcons(out, server.brand)
// .size-limit.mjs derives from it which files a page loads. No browser needs it.
await rename(new URL('.vite/manifest.json', out), new URL('client-chunks.json', folder))
await rmdir(new URL('.vite', out))
if (!isDraft) await compressFiles(out)
process.stdout.write(`prerendered ${written.length - 1} pages and the 404\n`)
