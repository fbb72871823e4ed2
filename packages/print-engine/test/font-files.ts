import { readFileSync } from 'node:fs'
import subsetFont from 'subset-font'
import { readTables } from '../src/fonts/font-tables.ts'
import { writeFont } from '../src/fonts/write-font.ts'

const fileOf = (specifier: string) => readFileSync(new URL(import.meta.resolve(specifier)))

const ttf = fileOf('@expo-google-fonts/jetbrains-mono/700Bold/JetBrainsMono_700Bold.ttf')
const variable = fileOf('@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2')

/** A font in each format that can be uploaded, and a variable font. */
export const fontFiles = {
  ttf,
  woff2: await subsetFont(ttf, 'abc', { targetFormat: 'woff2' }),
  /** With PostScript outlines. */
  otf: readFileSync(new URL('../fonts/Inconsolata.otf', import.meta.resolve('bwip-js'))),
  variable,
}

/** A font with changed tables. */
export const withTables = (change: (tables: Map<string, Buffer>) => void): Buffer => {
  const tables = new Map([...readTables(ttf).tables].map(([name, table]) => [name, Buffer.from(table)]))
  change(tables)
  return writeFont(tables)
}

/** A font with these embedding rights, as bits of fsType. */
export const withRights = (fsType: number): Buffer =>
  withTables((tables) => tables.get('OS/2')?.writeUInt16BE(fsType, 8))
