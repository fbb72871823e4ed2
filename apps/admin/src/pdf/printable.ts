import type { Typeface } from './typefaces.ts'

/**
 * Scripts that need no shaping and run from left to right. The font has some Hebrew too, which would come out reversed.
 */
const simpleScript = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u

const invisible = /[\p{Control}\p{Default_Ignorable_Code_Point}]/gu

/** Splits text into user-perceived characters: a letter with its accents, a whole emoji. */
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

export const graphemesOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

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
