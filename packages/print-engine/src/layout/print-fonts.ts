import { embeddedFont, installedFont, type PrintFont } from '../compile/document.ts'
import { fontFiles } from '../generated/fonts.ts'

const textFamily = 'Instrument Sans'

/** The fonts of the pieces, which are those of the site. Text that names no font is set in the first one. */
export const printFonts: readonly PrintFont[] = fontFiles
  .map(({ base64, ...face }): PrintFont => ({ ...face, mediaType: 'font/ttf', bytes: Buffer.from(base64, 'base64') }))
  .toSorted((one, other) => Number(other.family === textFamily) - Number(one.family === textFamily))

/** A compiled document for a browser in which the fonts are not installed. It is then some hundred kilobytes longer. */
export const withEmbeddedFonts = (html: string): string =>
  printFonts.reduce(
    (document, { localName = '', mediaType, bytes }) =>
      document.replaceAll(`src:${installedFont(localName)}}`, () => `src:${embeddedFont(mediaType, bytes)}}`),
    html,
  )
