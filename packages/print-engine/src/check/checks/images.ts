import { type PrintFinding, printFindingOf } from '../../findings.ts'
import type { Box } from '../../geometry/units.ts'
import type { PageToCheck } from '../reading.ts'

/** Pixels for each printed inch: sharp, and the least that can be printed. */
const resolution = { good: 300, min: 150 }
/** An image is placed on whole pixels of the page, so that one that was made for its place may be off by one. */
const resolutionTolerance = 0.99

/** An image, or one that a pattern repeats, whose place is not known. */
function checkResolution(page: number, dpi: number, box?: Box): PrintFinding[] {
  if (dpi >= resolution.good * resolutionTolerance) return []
  const isTooLow = dpi < resolution.min * resolutionTolerance
  const code = isTooLow ? 'image_resolution_too_low' : 'image_resolution_low'
  const needed = isTooLow ? `at least ${resolution.min}` : `${resolution.good}`
  const detail = `The image has ${Math.floor(dpi)} pixels per inch. It needs ${needed}.`
  return [printFindingOf(code, detail, { page, ...(box && { box }) })]
}

export const checkImages = ({ page, facts, source }: PageToCheck): PrintFinding[] => [
  ...facts.images.flatMap(({ dpi, box }) => checkResolution(page, dpi, box)),
  ...source.patternDpis.flatMap((dpi) => checkResolution(page, dpi)),
]
