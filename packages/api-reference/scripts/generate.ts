// Writes src/generated: the files that a browser loads at /api/docs, and the guides as text.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'
import { rolldown } from 'rolldown'

const here = path.dirname(import.meta.dirname)
const generated = path.join(here, 'src/generated')
const page = path.join(generated, 'page')
rmSync(generated, { recursive: true, force: true })
mkdirSync(page, { recursive: true })

const fileOf = (specifier: string) => fileURLToPath(import.meta.resolve(specifier))

/** The renderer has no file of its own in its package: its plugin serves it. */
async function rendererScript(): Promise<string> {
  const server = Fastify()
  await server.register(scalar, { routePrefix: '/docs', configuration: { url: '/unused.json' } })
  const { body, statusCode } = await server.inject('/docs/js/scalar.js')
  await server.close()
  if (statusCode !== 200) throw new Error(`The plugin of the renderer answered ${statusCode} for its script`)
  // Source maps are not served.
  return body.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n')
}

async function ownScript(): Promise<string> {
  const bundle = await rolldown({ input: path.join(here, 'src/browser/main.ts'), platform: 'browser' })
  const { output } = await bundle.generate({ format: 'es', minify: true })
  await bundle.close()
  return output[0].code
}

const fonts = {
  'bricolage-grotesque.woff2':
    '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
  'instrument-sans.woff2': '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  'jetbrains-mono.woff2': '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
}

/** The fonts that both front ends use, by the names of the files that are served here. */
const fontRules = readFileSync(fileOf('@app/ui/fonts.css'), 'utf8').replaceAll(
  /url\('@fontsource-variable\/([\w-]+)\/[^']+'\)/g,
  "url('$1.woff2')",
)

function writeCompressed(name: string, content: string): void {
  // Level 9 takes a second for the renderer; 11 takes 24 seconds and saves a tenth.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  writeFileSync(path.join(page, name), content)
  writeFileSync(path.join(page, `${name}.br`), brotliCompressSync(content, { params }))
  writeFileSync(path.join(page, `${name}.gz`), gzipSync(content))
}

/** The product's tokens. The renderer marks the dark scheme with a class. */
const tokens = readFileSync(fileOf('@app/ui/tokens.css'), 'utf8').replace(
  ":root[data-mantine-color-scheme='dark']",
  '.dark-mode',
)
for (const [name, specifier] of Object.entries(fonts))
  writeFileSync(path.join(page, name), readFileSync(fileOf(specifier)))
writeCompressed('renderer.js', await rendererScript())
writeCompressed('reference.js', await ownScript())
writeCompressed(
  'reference.css',
  [fontRules, tokens, readFileSync(path.join(here, 'src/browser/reference.css'), 'utf8')].join('\n'),
)

const guides = readdirSync(path.join(here, 'guides'))
  .filter((file) => file.endsWith('.md'))
  .sort()
  .map((file) => [path.basename(file, '.md'), readFileSync(path.join(here, 'guides', file), 'utf8').trim()])
writeFileSync(
  path.join(generated, 'guides.ts'),
  `// Generated from guides/*.md by \`pnpm generate\`: do not edit.\nexport const guides: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(guides), null, 2)}\n`,
)
