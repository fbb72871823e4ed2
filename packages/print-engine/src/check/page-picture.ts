import type { GrayRaster } from '../codes/raster.ts'
import type { Box } from '../geometry/units.ts'
import type { PdfPage } from './pdfium.ts'

/** A picture of a page in red, green, and blue. */
export interface PagePicture {
  pixels: Uint8Array
  width: number
  height: number
  dpi: number
}

/** A darker pixel has ink. Paper is 255, and its picture may be slightly off. */
export const paper = 250

/** The color of black ink on paper, which pictures use for the file's pure black ink. */
export const blackInk = { red: 35, green: 31, blue: 32 }

const white = 0xffffffff
/** Rendered for a printer, with red before blue. */
const flags = 0x800 | 0x10
/** Three bytes per pixel. PDFium's gray format crashes when a shape is filled. */
const rgb = { format: 2, bytes: 3 }

/**
 * Draws a page, or the part of it in a box. The library's own method closes the page, so that later calls read freed
 * memory, and it uses subpixel antialiasing for letters.
 */
export function pictureOf({ pdfium, handle, ...page }: PdfPage, dpi: number, part?: Box): PagePicture {
  const { left, top, width, height } = part ?? { left: 0, top: 0, width: page.width, height: page.height }
  const size = { width: Math.round(width * dpi), height: Math.round(height * dpi) }
  const bytesInRow = size.width * rgb.bytes
  const address = pdfium.reserve(bytesInRow * size.height)
  const bitmap = pdfium.FPDFBitmap_CreateEx(size.width, size.height, rgb.format, address, bytesInRow)
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, size.width, size.height, white)
  const whole = [page.width, page.height].map((side) => Math.round(side * dpi))
  const [x, y] = [Math.round(-left * dpi), Math.round(-top * dpi)]
  pdfium.FPDF_RenderPageBitmap(bitmap, handle, x, y, ...whole, 0, flags)
  pdfium.FPDFBitmap_Destroy(bitmap)
  return { pixels: pdfium.take(address, bytesInRow * size.height), ...size, dpi }
}

/**
 * Converts a picture to lightness. A pixel is as light as the darkest of its three channels, because ink of any color
 * is ink.
 */
export function grayOf({ pixels, ...size }: PagePicture): GrayRaster {
  const data = new Uint8Array(size.width * size.height)
  for (let at = 0, from = 0; at < data.length; at++, from += 3)
    data[at] = Math.min(pixels[from] ?? 0, pixels[from + 1] ?? 0, pixels[from + 2] ?? 0)
  return { data, ...size }
}
