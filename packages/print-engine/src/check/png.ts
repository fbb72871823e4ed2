import sharp from 'sharp'
import type { PagePicture } from './page-picture.ts'

/** The picture of a page as a PNG file. Levels above 3 take twice as long to save a tenth of the bytes. */
export function pngOf({ pixels, width, height, dpi }: PagePicture): Promise<Buffer> {
  const raw = { width, height, channels: 3 } as const
  return sharp(pixels, { raw }).png({ compressionLevel: 2 }).withDensity(dpi).toBuffer()
}
