import { printFonts } from '../layout/print-fonts.ts'
import type { PdfPage } from './pdfium.ts'

/** A font as a text of a page uses it. */
export interface UsedFont {
  name: string
  isEmbedded: boolean
  /** The browser sets a character that no font of the template has in a font of the machine, or not at all. */
  isOurs: boolean
}

const ourNames = [...new Set(printFonts.map(({ family }) => family.replaceAll(' ', '')))]

/** A part of a font has six letters in front of its name. */
const withoutPrefix = (name: string) => name.replace(/^[A-Z]{6}\+/, '')

/** The fonts of a page by their place in PDFium's memory. */
export type PageFonts = Map<number, UsedFont>

/** The font of a text object, whose name is read once for each page. */
export function fontOf({ pdfium }: PdfPage, object: number, fonts: PageFonts): UsedFont {
  const address = pdfium.FPDFTextObj_GetFont(object)
  const known = fonts.get(address)
  if (known) return known
  const name = pdfium.text((place, length) => pdfium.FPDFFont_GetBaseFontName(address, place, length))
  const font = {
    name,
    isEmbedded: pdfium.FPDFFont_GetIsEmbedded(address) === 1,
    isOurs: ourNames.some((own) => withoutPrefix(name).startsWith(own)),
  }
  fonts.set(address, font)
  return font
}
