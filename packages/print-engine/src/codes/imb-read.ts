import { imbBars } from '@app/mail-piece/formats'
import { type Box, boxOf } from '../geometry/units.ts'
import { decodeImb, UnreadableImbError } from './imb-decode.ts'
import { type GrayRaster, isDark, type PixelArea, pixelAreaOf, type Run, runsOf } from './raster.ts'

export type ImbReading = ReturnType<typeof readImb>

/** USPS-B-3200 allows 20 to 24 bars per inch. */
const pitchInches = { min: 1 / 24, max: 1 / 20 }
/** A bar may be off by this much, in multiples of the pitch. */
const pitchTolerance = 0.25
/** The minimum height of a tracker with gray edges. The standard requires 0.039 in. */
const minBandInches = 0.02

export const middleOf = ({ from, to }: Run) => (from + to - 1) / 2

/** True if the runs are the bars of one barcode, with the number and spacing that the standard requires. */
function isBarcodeRow(runs: readonly Run[], dpi: number): boolean {
  const [first, last] = [runs[0], runs.at(-1)]
  if (runs.length !== imbBars.count || !first || !last) return false
  const pitch = (middleOf(last) - middleOf(first)) / (imbBars.count - 1)
  if (pitch < pitchInches.min * dpi || pitch > pitchInches.max * dpi) return false
  const start = middleOf(first)
  return runs.every((run, place) => Math.abs(middleOf(run) - start - place * pitch) <= pitchTolerance * pitch)
}

/** The tallest band of rows that cross all bars: the trackers. */
function trackerBand(raster: GrayRaster, area: PixelArea): { top: number; bottom: number } {
  let best = { top: 0, bottom: 0 }
  let top = -1
  for (let y = area.top; y <= area.bottom; y++) {
    const crossesAll = y < area.bottom && isBarcodeRow(runsOf(raster, y, area), raster.dpi)
    if (crossesAll && top < 0) top = y
    if (!crossesAll && top >= 0) {
      if (y - top > best.bottom - best.top) best = { top, bottom: y }
      top = -1
    }
  }
  if (best.bottom - best.top < minBandInches * raster.dpi)
    throw new UnreadableImbError('no row of the picture crosses 65 bars')
  return best
}

/** True if the column is mostly dark for a twelfth of the barcode's height above and below the row. */
function reaches(raster: GrayRaster, column: number, row: number): boolean {
  const reach = Math.round((imbBars.heightInches / 12) * raster.dpi)
  let darkPixels = 0
  for (let y = row - reach; y <= row + reach; y++) if (isDark(raster, column, y)) darkPixels++
  return darkPixels > reach
}

const letterOf = (ascends: boolean, descends: boolean): string => {
  if (ascends) return descends ? 'F' : 'A'
  return descends ? 'D' : 'T'
}

/**
 * Reads the Intelligent Mail barcode in an area of a page: upright, dark on light, at 150 dots per inch or more,
 * anywhere in the area.
 * @throws {UnreadableImbError} if the area has no barcode, or an invalid one
 */
export function readImb(raster: GrayRaster, area: Box) {
  const { dpi } = raster
  const pixels = pixelAreaOf(raster, area)
  const band = trackerBand(raster, pixels)
  const middle = (band.top + band.bottom - 1) / 2
  const runs = runsOf(raster, Math.round(middle), pixels)
  const third = (imbBars.heightInches / 3) * dpi
  const bars = runs.map((run) => {
    const column = Math.round(middleOf(run))
    return letterOf(
      reaches(raster, column, Math.round(middle - third)),
      reaches(raster, column, Math.round(middle + third)),
    )
  })
  const [left, right] = [runs[0]?.from ?? 0, runs.at(-1)?.to ?? 0]
  const top = middle + 0.5 - 1.5 * third
  return {
    digits: decodeImb(bars.join('')),
    box: boxOf(left / dpi, top / dpi, (right - left) / dpi, imbBars.heightInches),
  }
}
