import type { Box } from '../geometry/units.ts'

/** A picture of a page: one byte per pixel, 0 is black, row by row from the top. */
export interface GrayRaster {
  data: Uint8Array
  width: number
  height: number
  dpi: number
}

/** A pixel area. Excludes the right and bottom edges. */
export interface PixelArea {
  left: number
  top: number
  right: number
  bottom: number
}

const within = (value: number, max: number) => Math.min(max, Math.max(0, Math.round(value)))

/** The part of a page area that the raster shows. */
export const pixelAreaOf = ({ width, height, dpi }: Omit<GrayRaster, 'data'>, area: Box): PixelArea => ({
  left: within(area.left * dpi, width),
  top: within(area.top * dpi, height),
  right: within((area.left + area.width) * dpi, width),
  bottom: within((area.top + area.height) * dpi, height),
})

/** A pixel darker than halfway between white and black is ink. */
const inkBelow = 128

/** Pixels outside the raster are light. */
export const isDark = ({ data, width, height }: GrayRaster, x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x < width && y < height && (data[y * width + x] ?? 255) < inkBelow

/** Adjacent dark pixels. Excludes `to`. */
export interface Run {
  from: number
  to: number
}

/** The dark runs of a row of pixels in an area, from the left. */
export function runsOf({ data, width }: GrayRaster, y: number, { left, right }: PixelArea): Run[] {
  const runs: Run[] = []
  const row = y * width
  let from = -1
  for (let x = left; x <= right; x++) {
    const isInk = x < right && (data[row + x] ?? 255) < inkBelow
    if (isInk && from < 0) from = x
    if (!isInk && from >= 0) {
      runs.push({ from, to: x })
      from = -1
    }
  }
  return runs
}
