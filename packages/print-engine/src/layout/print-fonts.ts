import type { PrintFont } from '../compile/document.ts'
import { fontFiles } from '../generated/fonts.ts'

const textFamily = 'Instrument Sans'

/**
 * The fonts of the pieces, those of the site. The first is the one of text that names none. Bytes are decoded once: the
 * same array is embedded in every document.
 */
export const printFonts: readonly PrintFont[] = fontFiles
  .map(({ base64, ...face }): PrintFont => ({ ...face, mediaType: 'font/ttf', bytes: Buffer.from(base64, 'base64') }))
  .toSorted((one, other) => Number(other.family === textFamily) - Number(one.family === textFamily))
