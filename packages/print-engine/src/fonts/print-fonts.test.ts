import { expect, test } from 'vitest'
import { compileTemplate } from '../compile/compile-template.ts'
import { sheetOf } from '../geometry/piece.ts'
import { printFonts } from './print-fonts.ts'

/** The names of the tables of a TrueType file. */
function tablesOf(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes)
  return Array.from({ length: file.readUInt16BE(4) }, (_, row) => file.toString('latin1', 12 + 16 * row, 16 + 16 * row))
}

const latin = printFonts.filter(({ unicodeRange }) => unicodeRange.startsWith('U+0000'))

test('there is a font face for each weight that the pieces of the site use', () => {
  expect(latin.map(({ family, weight, style }) => `${family} ${weight} ${style}`)).toEqual([
    'Instrument Sans 400 normal',
    'Instrument Sans 600 normal',
    'Instrument Sans 700 normal',
    'Instrument Sans 400 italic',
    'Bricolage Grotesque 700 normal',
    'JetBrains Mono 400 normal',
    'JetBrains Mono 700 normal',
  ])
  expect(printFonts).toHaveLength(2 * latin.length)
})

test('every file is static TrueType, which a PDF embeds as a font', () => {
  for (const { bytes } of printFonts) {
    expect(tablesOf(bytes)).toContain('glyf')
    expect(tablesOf(bytes)).not.toContain('fvar')
  }
})

test('a document declares the characters of each file', () => {
  const { html } = compileTemplate('a', { sheet: sheetOf('4.25x6'), flows: false }).render({}, () => undefined)
  expect(html.match(/font-weight:600;font-style:normal;unicode-range:U\+0[01]00-/g)).toHaveLength(2)
})
