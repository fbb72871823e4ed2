import { create, type Font, type Glyph, type GlyphRun } from '@cantoo/fontkit'
import { type PDFDocument, type PDFRef, PDFString } from '@cantoo/pdf-lib'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { deflateSync } from 'node:zlib'

const mapping = (number: number, codePoints: readonly number[]) => {
  const text = Buffer.from(String.fromCodePoint(...codePoints), 'utf16le').swap16()
  return `<${number.toString(16).padStart(4, '0')}> <${text.toString('hex')}>`
}

/** Maximum number of entries in a section of a character map. */
const maxMappings = 100

/** Maps each glyph to its text, so that PDF readers and our own checks can extract the words. */
function characterMap(lines: readonly string[]): string {
  const sections = Array.from({ length: Math.ceil(lines.length / maxMappings) }, (_, section) => {
    const some = lines.slice(section * maxMappings, (section + 1) * maxMappings)
    return `${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`
  })
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    ...sections,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n')
}

/** The text that a reader extracts for the hollow box. */
export const missingCharacter = '\ufffd'

export type FontCut = ReturnType<typeof cut>

/**
 * A subset of a typeface, as a font file that any number of documents can embed.
 * @param name the font's PostScript name; a prefix of six letters marks a subset
 */
function cut(font: Font, name: string, prefix: string, glyphs: readonly Glyph[]) {
  const subset = font.createSubset()
  const numbers = new Map<number, number>()
  const mappings = [mapping(0, [missingCharacter.charCodeAt(0)])]
  const widths: number[] = [Math.round((font.getGlyph(0)?.advanceWidth ?? 0) * (1000 / font.unitsPerEm))]
  for (const glyph of glyphs) {
    if (glyph.id === 0 || numbers.has(glyph.id)) continue
    const number = subset.includeGlyph(glyph.id)
    numbers.set(glyph.id, number)
    widths[number] = Math.round(glyph.advanceWidth * (1000 / font.unitsPerEm))
    if (glyph.codePoints.length > 0) mappings.push(mapping(number, glyph.codePoints))
  }
  const em = 1000 / font.unitsPerEm
  const file = subset.encode()
  const compressedFile = deflateSync(file)
  const compressedMap = deflateSync(characterMap(mappings))
  const { minX, minY, maxX, maxY } = font.bbox
  const fontName = `${prefix}+${name}`

  return {
    /** The number of a glyph in this file. Glyph 0 is the hollow box for missing characters. */
    numberOf: ({ id }: Glyph): number => numbers.get(id) ?? 0,
    /** Embeds the font in a document. */
    embed({ context }: PDFDocument): PDFRef {
      const stream = (contents: Uint8Array, entries: Record<string, number>) =>
        context.register(context.stream(contents, { Filter: 'FlateDecode', ...entries }))
      const descriptor = context.obj({
        Type: 'FontDescriptor',
        FontName: fontName,
        Flags: 4,
        FontBBox: [minX, minY, maxX, maxY].map((edge) => Math.round(edge * em)),
        ItalicAngle: 0,
        Ascent: Math.round(font.ascent * em),
        Descent: Math.round(font.descent * em),
        CapHeight: Math.round(font.capHeight * em),
        StemV: 80,
        FontFile2: stream(compressedFile, { Length1: file.length }),
      })
      const descendant = context.obj({
        Type: 'Font',
        Subtype: 'CIDFontType2',
        BaseFont: fontName,
        CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
        CIDToGIDMap: 'Identity',
        W: [0, widths],
        FontDescriptor: context.register(descriptor),
      })
      return context.register(
        context.obj({
          Type: 'Font',
          Subtype: 'Type0',
          BaseFont: fontName,
          Encoding: 'Identity-H',
          DescendantFonts: [context.register(descendant)],
          ToUnicode: stream(compressedMap, {}),
        }),
      )
    },
  }
}

/** Through the end of Latin-1. */
const isLatin = (codePoint: number) => codePoint >= 0x20 && codePoint <= 0xff
/** Extended Latin, Greek, and Cyrillic with their accents, and the punctuation of names. */
const isLetter = (codePoint: number) =>
  (codePoint >= 0x20 && codePoint < 0x590) || (codePoint >= 0x1e00 && codePoint <= 0x206f)
const isAccent = (codePoint: number) => codePoint >= 0x300 && codePoint <= 0x36f

/** Kerning and accents are on. Programming ligatures are off: an address shows each of its characters. */
const features = { kern: true, mark: true, mkmk: true, ccmp: true, liga: false, clig: false, calt: false, dlig: false }

/** Glyphs from left to right. Without positions, each one starts where the previous one ends. */
export type GlyphLine = Pick<GlyphRun, 'glyphs' | 'positions' | 'advanceWidth'>

/** Text with combining marks needs the font's layout tables. */
const needsTables = (text: string) => /\p{Mark}/u.test(text)

/**
 * Maximum number of cached lines. Those of a permit are the same on many pieces, and laying one out takes a third of a
 * millisecond.
 */
const maxKeptLines = 200

function lineSetter(font: Font): (text: string) => GlyphLine {
  const widths = new Set(Array.from('AILW.1', (letter) => font.glyphsForString(letter)[0]?.advanceWidth))
  const isMonospaced = widths.size === 1
  const kept = new Map<string, GlyphLine>()
  return (text) => {
    const composed = text.normalize('NFC')
    if (isMonospaced && !needsTables(composed)) {
      const glyphs = font.glyphsForString(composed)
      return { glyphs, positions: null, advanceWidth: glyphs.reduce((sum, glyph) => sum + glyph.advanceWidth, 0) }
    }
    const line = kept.get(composed) ?? font.layout(composed, features)
    if (kept.size >= maxKeptLines) kept.clear()
    // Names are not cached: addresses are set in a monospaced font.
    if (!isMonospaced) kept.set(composed, line)
    return line
  }
}

export type Typeface = ReturnType<typeof typefaceOf>

/**
 * A typeface for the parts that we print ourselves. Reading and subsetting it takes longer than finishing a piece, so
 * it is done once.
 */
function typefaceOf(font: Font) {
  const name = font.postscriptName ?? 'Typeface'
  const glyphsOf = (codePoints: readonly number[]) =>
    codePoints.flatMap((codePoint) => font.glyphForCodePoint(codePoint) ?? [])
  const letters = font.characterSet.filter(isLetter)
  const lineOf = lineSetter(font)
  // An accent on a capital has a separate glyph.
  const raised = letters.filter(isAccent).flatMap((accent) => lineOf(`L${String.fromCodePoint(accent)}`).glyphs)
  return {
    font,
    /** The glyphs of a text. A letter and its accent are composed if the typeface allows it. */
    lineOf,
    /** The characters used in most addresses. */
    latin: cut(font, name, 'LATINS', glyphsOf(letters.filter(isLatin))),
    /** Every letter in the typeface, of all scripts. */
    whole: cut(font, name, 'LETTER', [...glyphsOf(letters), ...raised]),
  }
}

async function readTypeface(file: string) {
  const font = create(await readFile(fileURLToPath(import.meta.resolve(file))))
  if (!('layout' in font)) throw new Error(`${file} is a collection of fonts`)
  return typefaceOf(font)
}

export type Typefaces = Awaited<ReturnType<typeof readTypefaces>>

let typefaces: Promise<Typefaces> | undefined

/** The address typeface is monospaced. */
const readTypefaces = async () => ({
  address: await readTypeface('@expo-google-fonts/jetbrains-mono/400Regular/JetBrainsMono_400Regular.ttf'),
  permit: await readTypeface('@expo-google-fonts/instrument-sans/600SemiBold/InstrumentSans_600SemiBold.ttf'),
})

/** Reads the fonts once, for the first piece. */
export const loadedTypefaces = (): Promise<Typefaces> => (typefaces ??= readTypefaces())
