import { fontFiles } from '../generated/fonts.ts'

/** A font file. A family has one for each weight, style, and script. */
export interface PrintFont {
  family: string
  weight: number
  style: 'normal' | 'italic'
  /** The characters that this file covers, in style sheet syntax. */
  unicodeRange: string
  /** Its name where it is installed, as in the layout browser. */
  localName: string
  bytes: Uint8Array
}

/** The font of text that names none. */
export const textFamily = 'Instrument Sans'

/** The fonts for print, which are also those of the site. */
export const printFonts: readonly PrintFont[] = fontFiles
  .map(({ base64, ...face }): PrintFont => ({ ...face, bytes: Buffer.from(base64, 'base64') }))
  .toSorted((one, other) => Number(other.family === textFamily) - Number(one.family === textFamily))
