import { readFileSync } from 'node:fs'

// The budgets of scripts and styles. Which files a page loads comes from the manifest of each build.

/** @typedef {{ file: string, css?: string[], imports?: string[], dynamicImports?: string[] }} Chunk */

/** @param {string} folder of the built files */
function chunksOf(folder) {
  /** @type {Record<string, Chunk>} Chunks by their source, or by their file if several sources share them. */
  const chunks = JSON.parse(readFileSync(`${folder}-chunks.json`, 'utf8'))
  /** A chunk, all that it needs, and with `isLazy` also all that it may load later. */
  function reached(from, isLazy, isCut = () => false, found = new Set()) {
    if (found.has(from) || isCut(from)) return found
    if (!chunks[from]) throw new Error(`${folder} has no chunk for ${from}: run turbo run build`)
    found.add(from)
    const { imports = [], dynamicImports = [] } = chunks[from]
    for (const next of isLazy ? [...imports, ...dynamicImports] : imports) reached(next, isLazy, isCut, found)
    return found
  }
  const files = (found) =>
    [...found].flatMap((name) => [chunks[name].file, ...(chunks[name].css ?? [])]).map((name) => `${folder}/${name}`)
  const entry = 'index.html'
  return {
    /** Files that are loaded at once for a page's source. */
    firstLoad: (source) => files(reached(source, false, undefined, reached(entry, false))),
    /** Scripts and styles that only these sources ever load. */
    onlyOf(...sources) {
      const others = new Set(files(reached(entry, true, (name) => sources.includes(name))))
      const all = new Set(sources.flatMap((source) => files(reached(source, true))))
      return [...all].filter((file) => !others.has(file))
    },
  }
}

const assets = 'apps/site/dist/client/assets'
const site = chunksOf('apps/site/dist/client')
const admin = chunksOf('apps/admin/dist')
const keyFeatures = site.onlyOf('src/sandbox/KeyFeatures.tsx')
const codeEditor = site.onlyOf('src/sandbox/CodeEditor.tsx')
const legal = site.onlyOf('src/legal/LegalDialog.tsx')
const customers = site.onlyOf('src/pages/CustomerPages.tsx')
/** With what it shares with the customer area. */
const sandbox = site
  .onlyOf('src/pages/SandboxPage.tsx', 'src/pages/CustomerPages.tsx')
  .filter((file) => !customers.includes(file))
const isScript = (/** @type {string} */ file) => file.endsWith('.js')

export default [
  { name: 'site: script that runs before the first paint', path: `${assets}/index-*.js`, limit: '4.1 kB' },
  {
    name: 'site: React and its router, after the first paint',
    path: [`${assets}/react-*.js`, `${assets}/hydrate-*.js`],
    limit: '75 kB',
  },
  { name: 'site: code of all pages', path: [`${assets}/*Page-*.js`, `${assets}/shared-*.js`], limit: '45 kB' },
  {
    name: 'site: every script but those of the sandbox, the customer area, the policy, and the terms',
    path: [`${assets}/*.js`, ...[...sandbox, ...customers, ...legal].filter(isScript).map((file) => `!${file}`)],
    limit: '203 kB',
  },
  {
    name: 'site: scripts of the sandbox',
    path: sandbox.filter((file) => isScript(file) && !keyFeatures.includes(file) && !codeEditor.includes(file)),
    limit: '25 kB',
  },
  { name: 'site: scripts for visitors with a sandbox key', path: keyFeatures.filter(isScript), limit: '6 kB' },
  { name: 'site: policy and terms, loaded on use', path: legal.filter(isScript), limit: '5 kB' },
  { name: 'site: the code editor of the sandbox, loaded on use', path: codeEditor.filter(isScript), limit: '165 kB' },
  { name: 'site: the customer area, scripts and styles', path: customers, limit: '33 kB' },
  {
    name: 'site: every style but those of the customer area',
    path: [`${assets}/*.css`, ...customers.filter((file) => !isScript(file)).map((file) => `!${file}`)],
    limit: '31 kB',
  },
  { name: 'site: HTML of the home page', path: 'apps/site/dist/client/index.html', limit: '25 kB' },
  {
    name: 'admin: first load of the dashboard, scripts and styles',
    path: admin.firstLoad('src/screens/dashboard/DashboardScreen.tsx'),
    gzip: true,
    limit: '247.5 kB',
  },
  {
    name: 'admin: PDF writer and its fonts',
    path: [
      ...admin.onlyOf('src/screens/samples/print/print-sheet.ts').filter(isScript),
      'apps/admin/dist/assets/Arimo_*.ttf',
    ],
    limit: '700 kB',
  },
]
