import { create, type Font } from '@cantoo/fontkit'
import { FontError, typeNotAllowed, unreadable } from './font-error.ts'
import { type FontTables, readTables } from './font-tables.ts'
import { withTrueTypeOutlines } from './truetype-outlines.ts'
import { writeFont } from './write-font.ts'

export { FontError, type FontFault } from './font-error.ts'

/** A font as it is stored and used. */
export interface ReadFont {
  bytes: Uint8Array
  mediaType: 'font/ttf' | 'font/woff2'
  family: string
  /** From 1 to 1000, as in font-weight. */
  weight: number
  style: 'normal' | 'italic'
  /** The name for PDF files. Empty if the font has none. */
  postScriptName: string
}

/** Tables that every font needs for text. */
const required = ['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'OS/2', 'post']

/** Tables with bitmap or color glyphs. */
const colored = ['COLR', 'SVG ', 'CBDT', 'sbix']

const viewOf = (bytes: Uint8Array | undefined) => {
  const table = bytes ?? new Uint8Array()
  return new DataView(table.buffer, table.byteOffset, table.byteLength)
}

function assertUsable(tables: FontTables): void {
  const missing = required.find((name) => !tables.has(name))
  if (missing !== undefined) throw unreadable(`a file without the table ${missing}`)
  if (tables.has('fvar') || tables.has('CFF2'))
    throw typeNotAllowed('a variable font', 'Upload a static file for each weight and style that you use.')
  if (colored.some((name) => tables.has(name)))
    throw typeNotAllowed('a color font', 'Upload a font with outlines. Print drawings as an image.')
  if (!tables.has('glyf') && !tables.has('CFF ')) throw typeNotAllowed('a bitmap font', 'Upload a font with outlines.')
}

/** Embedding permissions, from the field fsType of the OS/2 table. */
const rights = { any: 0x00_0e, restricted: 0x00_02, onlyWhole: 0x01_00, onlyBitmaps: 0x02_00 }

function assertEmbeddable(os2: DataView): void {
  const type = os2.getUint16(8)
  const refuse = (found: string) =>
    new FontError({
      code: 'font_not_embeddable',
      detail: 'The license in the font does not allow its use in print files.',
      found,
      allowed: 'a font that may be embedded: installable, editable, or for preview and print',
      remedy: 'Get a license that allows embedding in PDF files, and upload the file that comes with it.',
    })
  // If several permissions are set, the least restrictive applies.
  if ((type & rights.any) === rights.restricted) throw refuse('embedding is restricted')
  if (type & rights.onlyWhole) throw refuse('embedding of subsets is not allowed')
  if (type & rights.onlyBitmaps) throw refuse('embedding of outlines is not allowed')
}

const maxNameLength = 100

/** A name on one line. */
const nameOf = (text: string | null): string =>
  (text ?? '')
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, maxNameLength)
    .toWellFormed()

/** Opens only the needed tables: outlines may be in a format that only browsers read. */
function openFont(tables: FontTables): Font {
  const hasOutlines = tables.has('CFF ')
  const names = [...required, ...(hasOutlines ? ['CFF '] : [])]
  const font = create(writeFont(new Map([...tables].filter(([name]) => names.includes(name)))))
  if (!('layout' in font)) throw unreadable('a collection of fonts')
  return font
}

function read(file: Uint8Array): ReadFont {
  const { container, tables } = readTables(file)
  assertUsable(tables)
  const os2 = viewOf(tables.get('OS/2'))
  assertEmbeddable(os2)
  const font = openFont(tables)
  if (font.numGlyphs < 1) throw unreadable('a font without glyphs')
  const isItalic = (os2.getUint16(62) & 1) === 1 || (viewOf(tables.get('head')).getUint16(44) & 2) !== 0
  const isTrueType = tables.has('glyf')
  return {
    bytes: isTrueType ? file : writeFont(withTrueTypeOutlines(tables, font)),
    mediaType: isTrueType && container === 'woff2' ? 'font/woff2' : 'font/ttf',
    family: nameOf(font.familyName) || 'Unnamed',
    weight: Math.min(1000, Math.max(1, os2.getUint16(4))),
    style: isItalic ? 'italic' : 'normal',
    postScriptName: nameOf(font.postscriptName),
  }
}

/**
 * Reads a font file, and checks that it may be embedded and can be printed. Untrusted files are read in a separate
 * process with time and memory limits.
 * @throws {FontError}
 */
export function readFont(file: Uint8Array): ReadFont {
  try {
    return read(file)
  } catch (error) {
    if (error instanceof FontError) throw error
    throw unreadable('a damaged or incomplete file')
  }
}
