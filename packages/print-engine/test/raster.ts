import type { GrayRaster } from '../src/codes/raster.ts'
import type { Box } from '../src/geometry/units.ts'

/** The covered share of the pixel from `pixel` to `pixel + 1`. */
const covered = (pixel: number, from: number, to: number) =>
  Math.max(0, Math.min(pixel + 1, to) - Math.max(pixel, from))

/** A white page with black boxes, whose edges are anti-aliased as by a renderer. */
export function rasterOf(page: { width: number; height: number }, boxes: readonly Box[], dpi: number): GrayRaster {
  const width = Math.round(page.width * dpi)
  const height = Math.round(page.height * dpi)
  const data = new Uint8Array(width * height).fill(255)
  for (const box of boxes) {
    const [left, right] = [box.left * dpi, (box.left + box.width) * dpi]
    const [top, bottom] = [box.top * dpi, (box.top + box.height) * dpi]
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, bottom); y++)
      for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, right); x++) {
        const ink = covered(x, left, right) * covered(y, top, bottom)
        const at = y * width + x
        data[at] = Math.round((data[at] ?? 255) * (1 - ink))
      }
  }
  return { data, width, height, dpi }
}

/** A box moved to another place. */
export const moved = (box: Box, left: number, top: number): Box => ({
  ...box,
  left: box.left + left,
  top: box.top + top,
})
