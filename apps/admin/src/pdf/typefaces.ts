import fontkit, { type Font } from '@cantoo/fontkit'
import regularFile from '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf?url'
import boldFile from '@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf?url'

/** One weight of Arimo, whose characters are as wide as Helvetica's. */
export interface Typeface {
  file: Uint8Array
  font: Font
  /** The width of the text at this size, in points. */
  widthOf: (text: string, size: number) => number
}

export interface Typefaces {
  regular: Typeface
  bold: Typeface
}

export function typefaceOf(file: Uint8Array): Typeface {
  const font = fontkit.create(file)
  if (!('unitsPerEm' in font)) throw new Error('This file is a collection of fonts')
  const advances = new Map<string, number>()
  const advanceOf = (character: string): number => {
    const advance = advances.get(character) ?? font.glyphForCodePoint(character.codePointAt(0) ?? 0)?.advanceWidth ?? 0
    advances.set(character, advance)
    return advance
  }
  const widthOf = (text: string, size: number) =>
    Array.from(text).reduce((sum, character) => sum + advanceOf(character), 0) * (size / font.unitsPerEm)
  return { file, font, widthOf }
}

/** A font is a build file, not an API response, so there is no generated hook for it. */
async function load(url: string): Promise<Typeface> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The font file returned ${response.status}`)
  return typefaceOf(new Uint8Array(await response.arrayBuffer()))
}

export async function loadTypefaces(): Promise<Typefaces> {
  const [regular, bold] = await Promise.all([load(regularFile), load(boldFile)])
  return { regular, bold }
}

/**
 * Scripts that need no shaping and run from left to right. The font has some Hebrew too, which would come out reversed.
 */
const simpleScript = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u

const invisible = /[\p{Control}\p{Default_Ignorable_Code_Point}]/gu

/** Splits text into user-perceived characters: a letter with its accents, a whole emoji. */
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

const graphemesOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Drawn in place of a character that can't be printed. */
const placeholder = '□'

const normalized = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/[\t\p{Space_Separator}]/gu, ' ')

const isDrawable = (grapheme: string, { font }: Typeface): boolean =>
  Array.from(grapheme).every(
    (character) => simpleScript.test(character) && font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  )

/** Marks a character to leave out. It never occurs in the text, because invisible characters are removed first. */
const dropped = '\0'

/** An emoji means nothing to the postal service, and a box or a word in its place would become part of the name. */
const picture = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\ufe0f?\u20e3/u

function printableGrapheme(grapheme: string, typeface: Typeface): string {
  if (grapheme === '\n') return grapheme
  if (picture.test(grapheme) && !isDrawable(grapheme, typeface)) return dropped
  const visible = grapheme.replaceAll(invisible, '')
  return isDrawable(visible, typeface) ? visible : placeholder
}

/**
 * The text as it is drawn: without invisible characters and emoji, and with a hollow box for each other character that
 * can't be printed.
 */
export const printable = (text: string, typeface: Typeface): string =>
  graphemesOf(normalized(text))
    .map((grapheme) => printableGrapheme(grapheme, typeface))
    .join('')
    .replaceAll(/\0+/g, '\0')
    // Along with one of the spaces around them.
    .replaceAll(/^(?:\0 ?)+| ?\0(?= |$)|\0/gm, '')

/** The characters that can't be printed, in the order of the text. */
export const unprintableIn = (text: string, typeface: Typeface): string[] =>
  graphemesOf(normalized(text)).filter(
    (grapheme) => grapheme !== placeholder && printableGrapheme(grapheme, typeface) === placeholder,
  )

/**
 * Breaks text into lines no wider than `width` points, at spaces, and inside a word only if the word alone is too wide.
 */
export function wrapped(text: string, size: number, width: number, typeface: Typeface): string[] {
  const fits = (line: string) => typeface.widthOf(line, size) <= width
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.split(' ')) {
      const longer = line ? `${line} ${word}` : word
      if (fits(longer)) {
        line = longer
        continue
      }
      if (line) lines.push(line)
      const pieces = brokenWord(word, fits)
      lines.push(...pieces.slice(0, -1))
      line = pieces.at(-1) ?? ''
    }
    return [...lines, line]
  })
}

function brokenWord(word: string, fits: (piece: string) => boolean): string[] {
  const pieces = ['']
  for (const grapheme of graphemesOf(word)) {
    const piece = pieces.at(-1) + grapheme
    if (fits(piece)) pieces[pieces.length - 1] = piece
    else pieces.push(grapheme)
  }
  return pieces
}
