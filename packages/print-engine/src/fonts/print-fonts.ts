import { fontFiles } from '../generated/fonts.ts'

/** One file of a font. A family has a file for each weight, style, and script. */
export interface PrintFont {
  family: string
  weight: number
  style: 'normal' | 'italic'
  /** The characters that are drawn with this file, as style sheets write them. */
  unicodeRange: string
  /** Its name where it is installed, as in the browser that pieces are laid out in. */
  localName: string
  bytes: Uint8Array
}

/** Text that names no font is set in this one. */
export const textFamily = 'Instrument Sans'

/** The fonts of the pieces, which are those of the site. */
export const printFonts: readonly PrintFont[] = fontFiles
  .map(({ base64, ...face }): PrintFont => ({ ...face, bytes: Buffer.from(base64, 'base64') }))
  .toSorted((one, other) => Number(other.family === textFamily) - Number(one.family === textFamily))
