import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/** What the pages are written with: ASCII and the marks of good typesetting. Other letters fall back to the system. */
const ascii = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join('')
const characters = `${ascii}\u00a0“”‘’–—…©·×•→`

/** The weights that the site uses; one weight makes a static face of less than half the size. */
const faces = [
  { name: 'bricolage-grotesque', wght: 700 },
  { name: 'instrument-sans', wght: { min: 400, max: 700 } },
  { name: 'jetbrains-mono', wght: 400 },
] as const

const fromUi = createRequire(fileURLToPath(import.meta.resolve('@app/ui/theme')))
const folder = fileURLToPath(new URL('../node_modules/.cache/fonts/', import.meta.url))

/** The display face as a file that programs other than browsers read; answers where it is. */
export async function displayFace(): Promise<string> {
  const [{ name, wght }] = faces
  const full = readFileSync(fromUi.resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`))
  const file = `${folder}${name}.ttf`
  mkdirSync(folder, { recursive: true })
  // Whatever letters an operator's name has.
  const latin = String.fromCodePoint(...Array.from({ length: 0x160 }, (_, index) => 32 + index))
  writeFileSync(file, await subsetFont(full, latin + characters, { targetFormat: 'sfnt', variationAxes: { wght } }))
  return file
}

/** Writes a small copy of each face of the theme, and answers the aliases that put it in the place of the full one. */
export async function subsetFonts(): Promise<{ find: string; replacement: string }[]> {
  mkdirSync(folder, { recursive: true })
  return Promise.all(
    faces.map(async ({ name, wght }) => {
      const find = `@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`
      const replacement = `${folder}${name}.woff2`
      const subset = await subsetFont(readFileSync(fromUi.resolve(find)), characters, {
        targetFormat: 'woff2',
        variationAxes: { wght },
        // Ligatures are not used: without this their glyphs come along.
        noLayoutClosure: true,
      })
      writeFileSync(replacement, subset)
      return { find, replacement }
    }),
  )
}
