import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/** The characters on the pages: ASCII and typographic punctuation. Others fall back to a system font. */
const ascii = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join('')
const characters = `${ascii}\u00a0“”‘’–—…©·×•→`

/** The faces and weights of the site. A face with a single weight is static and less than half the size. */
const faces = [
  { name: 'bricolage-grotesque', wght: 700 },
  { name: 'instrument-sans', wght: { min: 400, max: 700 } },
  { name: 'jetbrains-mono', wght: 400 },
] as const

const fromUi = createRequire(fileURLToPath(import.meta.resolve('@app/ui/theme')))
const folder = fileURLToPath(new URL('../node_modules/.cache/fonts', import.meta.url))

/** Writes the display face as a TrueType file, for programs other than browsers, and returns its path. */
export async function displayFace(): Promise<string> {
  const [{ name, wght }] = faces
  const full = readFileSync(fromUi.resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`))
  const file = `${folder}${name}.ttf`
  mkdirSync(folder, { recursive: true })
  // An operator's name may need more letters than the pages use.
  const latin = String.fromCodePoint(...Array.from({ length: 0x160 }, (_, index) => 32 + index))
  writeFileSync(file, await subsetFont(full, latin + characters, { targetFormat: 'sfnt', variationAxes: { wght } }))
  return file
}

/** Writes a subset of each face of the theme, and returns the aliases that replace the full faces. */
export async function subsetFonts(): Promise<{ find: string; replacement: string }[]> {
  mkdirSync(folder, { recursive: true })
  return Promise.all(
    faces.map(async ({ name, wght }) => {
      const find = `@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`
      const replacement = `${folder}${name}.woff2`
      const subset = await subsetFont(readFileSync(fromUi.resolve(find)), characters, {
        targetFormat: 'woff2',
        variationAxes: { wght },
        // The site uses no ligatures; without this, their glyphs would be included.
        noLayoutClosure: true,
      })
      writeFileSync(replacement, subset)
      return { find, replacement }
    }),
  )
}
