import { imbBars } from '@app/mail-piece/formats'
import { boxOf } from '../geometry/units.ts'
import { UnreadableImbError } from './imb-decode.ts'
import { type ImbReading, middleOf, readImb } from './imb-read.ts'
import { type GrayRaster, type Run, runsOf } from './raster.ts'

/** Half the height of a tracker, so that no barcode falls between two rows. In inches. */
const rowStep = 0.02
/** Bars are 1/24 to 1/20 in apart. A wider range also finds bars with gray edges. In inches. */
const pitch = { min: 0.8 / 24, max: 1.2 / 20 }

/** The first and last run of each row of bars with as many bars as a barcode. */
function barRows(runs: readonly Run[], dpi: number): [Run, Run][] {
  const rows: [Run, Run][] = []
  let start = 0
  for (let place = 1; place <= runs.length; place++) {
    const [before, run] = [runs[place - 1], runs[place]]
    const gap = before && run ? (middleOf(run) - middleOf(before)) / dpi : Infinity
    if (gap >= pitch.min && gap <= pitch.max) continue
    const first = runs[start]
    if (place - start === imbBars.count && first && before) rows.push([first, before])
    start = place
  }
  return rows
}

function readIfValid(raster: GrayRaster, [first, last]: [Run, Run], y: number): ImbReading | undefined {
  const { dpi } = raster
  const margin = 1 / imbBars.count / 4
  const height = imbBars.heightInches
  const area = boxOf(first.from / dpi - margin, y / dpi - height, (last.to - first.from) / dpi + 2 * margin, 2 * height)
  try {
    return readImb(raster, area)
  } catch (error) {
    if (error instanceof UnreadableImbError) return undefined
    throw error
  }
}

/** Finds every valid Intelligent Mail barcode on a page, regardless of position and surroundings. */
export function findImbs(raster: GrayRaster): ImbReading[] {
  const step = Math.max(1, Math.floor(rowStep * raster.dpi))
  const whole = { left: 0, top: 0, right: raster.width, bottom: raster.height }
  const found: ImbReading[] = []
  for (let y = 0; y < raster.height; y += step) {
    const isRead = ({ box }: ImbReading) => y / raster.dpi < box.top + box.height
    for (const row of barRows(runsOf(raster, y, whole), raster.dpi)) {
      if (found.some((reading) => isRead(reading) && Math.abs(reading.box.left * raster.dpi - row[0].from) < step))
        continue
      const reading = readIfValid(raster, row, y)
      if (reading) found.push(reading)
    }
  }
  return found
}
