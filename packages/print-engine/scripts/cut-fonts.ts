import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { renamedFont } from './rename-font.ts'

/**
 * Writes the fonts of the pieces: the files that the site draws with, cut to one file for each weight, because Chromium
 * writes a variable font into a PDF as drawings without a name. The site has one weight of the display face too.
 */
const cuts = [
  { family: 'Bricolage Grotesque', name: 'bricolage-grotesque', style: 'normal', weights: [700] },
  { family: 'Instrument Sans', name: 'instrument-sans', style: 'normal', weights: [400, 600, 700] },
  { family: 'Instrument Sans', name: 'instrument-sans', style: 'italic', weights: [400] },
  { family: 'JetBrains Mono', name: 'jetbrains-mono', style: 'normal', weights: [400, 700] },
] as const

/** The site's own characters, and the letters of names from all over Europe. */
const scripts = ['latin', 'latin-ext'] as const

const packageOf = (name: string): URL => new URL('./', import.meta.resolve(`@fontsource-variable/${name}/package.json`))

function rangeOf(name: string, script: string): string {
  const ranges: unknown = JSON.parse(readFileSync(new URL('unicode.json', packageOf(name)), 'utf8'))
  const range = Object.entries(typeof ranges === 'object' && ranges ? ranges : {}).find(([key]) => key === script)?.[1]
  if (typeof range !== 'string') throw new Error(`${name} has no characters for ${script}`)
  return range
}

/** The characters of a range as style sheets write it: U+0000-00FF,U+0131. */
const charactersOf = (range: string): string =>
  range
    .split(',')
    .flatMap((part) => {
      const [from = 0, to = from] = part
        .replace('U+', '')
        .split('-')
        .map((hex) => Number.parseInt(hex, 16))
      return Array.from({ length: to - from + 1 }, (_, offset) => String.fromCodePoint(from + offset))
    })
    .join('')

const faces = cuts.flatMap(({ weights, ...cut }) =>
  weights.flatMap((weight) => scripts.map((script) => ({ ...cut, weight, script }))),
)

const files = await Promise.all(
  faces.map(async ({ family, name, style, weight, script }) => {
    const unicodeRange = rangeOf(name, script)
    const variable = readFileSync(new URL(`files/${name}-${script}-wght-${style}.woff2`, packageOf(name)))
    const cut = await subsetFont(variable, charactersOf(unicodeRange), {
      targetFormat: 'sfnt',
      variationAxes: { wght: weight },
      // The site has no ligatures, and lines of a piece break where those of the site do.
      noLayoutClosure: true,
    })
    const localName = `${family.replaceAll(' ', '')}-${weight}-${style}-${script}`
    return { localName, family, weight, style, unicodeRange, base64: renamedFont(cut, localName).toString('base64') }
  }),
)

const folder = fileURLToPath(new URL('../src/generated/', import.meta.url))
mkdirSync(folder, { recursive: true })
writeFileSync(
  `${folder}fonts.ts`,
  `/** SIL Open Font License 1.1: the Bricolage Grotesque, Instrument Sans and JetBrains Mono Project Authors. */
export const fontFiles = ${JSON.stringify(files, null, 2)} as const\n`,
)
