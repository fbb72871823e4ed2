import type { GrayRaster } from '../codes/raster.ts'
import type { Box } from '../geometry/units.ts'
import type { PdfPage } from './pdfium.ts'

/** A picture of a page in red, green and blue. */
export interface PagePicture {
  pixels: Uint8Array
  width: number
  height: number
  dpi: number
}

/** A pixel that is darker than this has ink. Paper is 255, and a picture of it may be off by a little. */
export const paper = 250

/** The color of black ink on paper, which a picture shows where the print file names this ink. */
export const blackInk = { red: 35, green: 31, blue: 32 }

const white = 0xffffffff
/** As for a printer, and red before blue. */
const flags = 0x800 | 0x10
/** Three bytes for each pixel. PDFium's gray format stops the program when a shape is filled. */
const rgb = { format: 2, bytes: 3 }

/**
 * Draws a page, or the part of it in a box. The wrapper's own method closes the page, after which later calls read memory
 * that is free, and it smooths letters in the colors of a screen.
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
 * The lightness of a picture. A pixel is as light as the darkest of its three colors, because ink of any color is ink.
 */
export function grayOf({ pixels, ...size }: PagePicture): GrayRaster {
  const data = new Uint8Array(size.width * size.height)
  for (let at = 0, from = 0; at < data.length; at++, from += 3)
    data[at] = Math.min(pixels[from] ?? 0, pixels[from + 1] ?? 0, pixels[from + 2] ?? 0)
  return { data, ...size }
}
