import type { Box } from '../../geometry/units.ts'
import type { PageFinding, PageToCheck } from '../reading.ts'

/** Pixels per printed inch: the resolution that looks sharp, and the minimum for printing. */
const resolution = { good: 300, min: 150 }
/** Images are placed on whole pixels of the page, so an image made for its exact place may be off by one pixel. */
const resolutionTolerance = 0.99

/** The resolution at which browsers rasterize SVG patterns and repeated gradients. */
const patternDpi = 72
const aboutPatterns = ' SVG patterns and repeated gradients are printed at this resolution. Upload an image instead.'

function checkResolution({ dpi, box }: { dpi: number; box: Box }, more = ''): PageFinding[] {
  if (dpi >= resolution.good * resolutionTolerance) return []
  const isTooLow = dpi < resolution.min * resolutionTolerance
  const code = isTooLow ? 'image_resolution_too_low' : 'image_resolution_low'
  const needed = isTooLow ? `at least ${resolution.min}` : `${resolution.good}`
  return [{ code, detail: `The image has ${Math.floor(dpi)} pixels per inch. It needs ${needed}.${more}`, box }]
}

export const checkImages = ({ facts, source }: PageToCheck): PageFinding[] => [
  ...facts.images.flatMap((image) => checkResolution(image)),
  ...source.patternImages.flatMap((image) =>
    checkResolution(image, Math.round(image.dpi) === patternDpi ? aboutPatterns : ''),
  ),
]
