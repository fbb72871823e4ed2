import { create, type Font } from '@cantoo/fontkit'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { fontFiles, withRights, withTables } from '../../test/font-files.ts'
import { foreign } from '../../test/laying-out.ts'
import { browser } from '../../test/layout-browser.ts'
import { seeded } from '../../test/random.ts'
import { embeddedFont } from '../compile/document.ts'
import { sheetOf } from '../geometry/piece.ts'
import { fontLimits, isFont } from './font-tables.ts'
import { FontError, readFont } from './read-font.ts'

/** The error of a file, or undefined. */
function faultOf(file: Uint8Array): string | undefined {
  try {
    readFont(file)
    return undefined
  } catch (error) {
    if (!(error instanceof FontError)) throw error
    return `${error.fault.code}: ${error.fault.found}`
  }
}

function opened(bytes: Uint8Array): Font {
  const font = create(Buffer.from(bytes))
  if (!('layout' in font)) throw new Error('a collection')
  return font
}

const { ttf, otf, woff2, variable } = fontFiles

describe('a font', () => {
  test.each([
    [
      'TTF',
      ttf,
      { mediaType: 'font/ttf', family: 'JetBrains Mono', weight: 700, postScriptName: 'JetBrainsMono-Bold' },
    ],
    ['WOFF2', woff2, { mediaType: 'font/woff2', family: 'JetBrains Mono', weight: 700 }],
    ['OTF', otf, { mediaType: 'font/ttf', family: 'Inconsolata', weight: 500, postScriptName: 'Inconsolata' }],
  ] as const)('of the form %s is read with its names', (_form, file, facts) => {
    expect(isFont(file)).toBe(true)
    expect(readFont(file)).toMatchObject({ style: 'normal', ...facts })
  })

  test.each([
    ['TTF', ttf],
    ['WOFF2', woff2],
  ] as const)('of the form %s is stored as it came', (_form, file) => {
    expect(readFont(file).bytes).toBe(file)
  })

  test('with PostScript outlines is converted to the same shapes as TrueType outlines, with the same bytes each time', () => {
    const { bytes } = readFont(otf)
    expect(Buffer.compare(bytes, readFont(otf).bytes)).toBe(0)
    const [before, after] = [opened(otf), opened(bytes)]
    expect(after.numGlyphs).toBe(before.numGlyphs)
    expect(after.characterSet).toEqual(before.characterSet)
    for (let number = 0; number < before.numGlyphs; number += 1) {
      const [old, made] = [before.getGlyph(number)!, after.getGlyph(number)!]
      expect(made.advanceWidth).toBe(old.advanceWidth)
      for (const edge of ['minX', 'minY', 'maxX', 'maxY'] as const) {
        const isEmpty = old.path.commands.length === 0
        expect(isEmpty ? 0 : Math.abs(made.bbox[edge] - old.bbox[edge])).toBeLessThanOrEqual(1)
      }
    }
  })

  test('may be installed, edited, or embedded for preview and print', () => {
    for (const fsType of [0, 0x4, 0x8, 0x6, 0xc]) expect(faultOf(withRights(fsType))).toBeUndefined()
  })

  test.each([
    [0x2, 'embedding is restricted'],
    [0x102, 'embedding is restricted'],
    [0x100, 'embedding of subsets is not allowed'],
    [0x104, 'embedding of subsets is not allowed'],
    [0x200, 'embedding of outlines is not allowed'],
  ])('whose fsType is %i is refused', (fsType, found) => {
    expect(faultOf(withRights(fsType))).toBe(`font_not_embeddable: ${found}`)
  })

  test.each<[string, Uint8Array]>([
    ['a variable font', variable],
    ['a variable font', withTables((tables) => tables.set('CFF2', Buffer.alloc(4)))],
    ['a color font', withTables((tables) => tables.set('COLR', Buffer.alloc(4)))],
    ['a color font', withTables((tables) => tables.set('SVG ', Buffer.alloc(4)))],
    ['a bitmap font', withTables((tables) => tables.delete('glyf'))],
    ['a collection of fonts', Buffer.from('ttcf\0\u0001\0\0')],
    ['a WOFF file', Buffer.from('wOFF\0\u0001\0\0')],
  ])('that is %s is refused', (kind, file) => {
    expect(isFont(file)).toBe(true)
    expect(faultOf(file)).toBe(`font_type_not_allowed: ${kind}`)
  })
})

/** A WOFF2 file that claims these table lengths, around this data. */
function claiming(lengths: readonly number[], data: Buffer): Buffer {
  const digits = (value: number) => [28, 21, 14, 7, 0].map((bits) => ((value >>> bits) & 127) | (bits ? 128 : 0))
  // Encoded numbers have no leading zeros.
  const number = (value: number) => digits(value).slice(digits(value).findIndex((digit) => digit !== 128))
  const rows = lengths.flatMap((length, table) => [table, ...number(length)])
  const header = Buffer.alloc(48)
  header.write('wOF2')
  header.writeUInt16BE(lengths.length, 12)
  header.writeUInt32BE(data.length, 20)
  return Buffer.concat([header, Buffer.from(rows), data])
}

describe('a hostile file', { tags: ['G10'] }, () => {
  const zeros = brotliCompressSync(Buffer.alloc(50 << 20))

  test('that would decompress to more than the limit is not decompressed', () => {
    expect(faultOf(claiming([2 ** 32 - 1, 2 ** 32 - 1], zeros))).toMatch(/^font_too_large: 8192 MB/)
    expect(faultOf(claiming([fontLimits.decodedBytes + 1], zeros))).toMatch(/^font_too_large: 21 MB/)
  })

  test('that decompresses to more than it claims is refused', () => {
    expect(faultOf(claiming([1000, 1000], zeros))).toBe('font_unreadable: a damaged or incomplete file')
  })

  test('with thousands of tables is refused before they are read', () => {
    const file = Buffer.alloc(200)
    file.writeUInt32BE(0x00_01_00_00, 0)
    file.writeUInt16BE(0xff_ff, 4)
    expect(faultOf(file)).toBe('font_too_large: 65535 tables')
  })

  test.each(['TTF', 'OTF', 'WOFF2'] as const)('that is a truncated %s file is refused', (form) => {
    const file = { TTF: ttf, OTF: otf, WOFF2: woff2 }[form]
    for (let part = 0; part < 10; part += 1) {
      expect(faultOf(file.subarray(0, Math.floor((file.length * part) / 10)))).toMatch(/^font_/)
    }
  })

  test('with arbitrary wrong bytes is read or refused', () => {
    const random = seeded(7)
    for (let round = 0; round < 15; round += 1) {
      for (const file of [ttf, woff2, otf]) {
        const broken = Buffer.from(file)
        for (let flips = 0; flips < 20; flips += 1) broken[4 + random(Math.min(2000, broken.length - 4))] = random(256)
        expect(faultOf(broken) ?? 'read').toMatch(/^(?:font_|read)/)
      }
    }
  })
})

test('fonts of each format are embedded with their names, and a file that the browser rejects is reported', async () => {
  const forms = (['ttf', 'woff2', 'otf'] as const).map((form) => ({ form, ...readFont(fontFiles[form]) }))
  const faces = forms.map(
    ({ form, mediaType, bytes }) => `@font-face{font-family:${form};src:${embeddedFont(mediaType, bytes)}}`,
  )
  const damaged = '@font-face{font-family:"Brand Sans";src:url(data:font/ttf;base64,AAEAAAABAAA)}'
  const lines = [...forms.map(({ form }) => form), 'Brand Sans'].map((family) => `<p style="font-family:${family}">abc`)
  const html = `<!doctype html><html><style>@page{size:6.25in 4.5in}${faces.join('')}${damaged}</style>${lines.join('')}`
  const { pdf, refusedFonts } = await browser.layOut(foreign(html), sheetOf('4.25x6'))
  expect(refusedFonts).toEqual(['Brand Sans'])
  const text = Buffer.from(pdf).toString('latin1')
  for (const { form, postScriptName } of forms) expect(text, `the ${form}`).toContain(`+${postScriptName}`)
  expect(text).not.toContain('/Type3')
})
