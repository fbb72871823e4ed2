import { pixelAreaOf } from '../../codes/raster.ts'
import { isPostcard } from '../../geometry/piece.ts'
import { type Box, boxOf } from '../../geometry/units.ts'
import { groundAround, isGray } from '../color.ts'
import { blackInk, type PagePicture } from '../page-picture.ts'
import type { PageFinding, PageToCheck } from '../reading.ts'
import type { TextLine } from '../text-lines.ts'

/**
 * Maximum coverage of all four inks, in percent: film adheres to coated cards up to the first, and uncoated paper dries
 * up to the second.
 */
const limits = { postcard: 280, letter: 260 }

/** Side of the squares over which ink is averaged, in inches: single dark dots dry. */
const squareInches = 1 / 8
/** A square has enough pixels to sample only every third one. */
const step = 3

/** For each pixel, the number of the last area that contains it. An area without a number counts as 1. */
function maskOf(picture: PagePicture, areas: readonly { box: Box; number?: number }[]): Uint8Array | undefined {
  if (areas.length === 0) return undefined
  const mask = new Uint8Array(picture.width * picture.height)
  for (const { box, number = 1 } of areas) {
    const { left, top, right, bottom } = pixelAreaOf(picture, box)
    for (let y = top; y < bottom; y++) mask.fill(number, y * picture.width + left, y * picture.width + right)
  }
  return mask
}

/** True if a white shape looks mostly colored: it is filled with a pattern, or covered by one. */
function isMostlyColored(picture: PagePicture, box: Box): boolean {
  const { pixels, width } = picture
  const { left, top, right, bottom } = pixelAreaOf(picture, box)
  let colored = 0
  let seen = 0
  for (let y = top; y < bottom; y += 4)
    for (let x = left; x < right; x += 4, seen++) if ((pixels[(y * width + x) * 3 + 1] ?? 255) < 250) colored++
  return colored * 2 > seen
}

/**
 * Areas printed in black ink alone: grays outside images and gradients, single-gray shapes inside them, and black text.
 */
interface BlackInk {
  /** 1 for images and gradients. */
  colored: Uint8Array | undefined
  /** The gray of each gray shape, plus 1. */
  shapes: Uint8Array | undefined
  /** For lines of black text, half the percentage of ink under them, plus 1. */
  text: Uint8Array | undefined
}

const isBlack = ({ colors }: TextLine) => colors.some((color) => isGray(color) && color.red === 0 && color.alpha === 1)

function blackInkOf({ facts, picture, source, art, inks }: PageToCheck): BlackInk {
  const patterned = source.hasPatterns ? facts.whiteShapes.filter((box) => isMostlyColored(picture, box)) : []
  const colored = [...facts.images.filter((image) => !image.isGray), ...patterned.map((box) => ({ box }))]
  const shapes = colored.length === 0 ? [] : facts.grayShapes.map(({ box, gray }) => ({ box, number: gray + 1 }))
  return {
    colored: maskOf(picture, colored),
    shapes: maskOf(picture, shapes),
    text: maskOf(
      picture,
      art.lines.filter(isBlack).map(({ box }) => {
        const ground = groundAround(picture, box)
        // Black on gray prints no more ink than black alone.
        const percent = isGray(ground) ? 0 : inks.percentOf(ground.red, ground.green, ground.blue)
        return { box, number: 1 + Math.round(percent / 2) }
      }),
    ),
  }
}

/** The average ink of each square of a page, in percent. Excludes our overlay, which is black ink only. */
function inkOfSquares(checked: PageToCheck) {
  const { picture, grounds, inks } = checked
  const { pixels, width, height, dpi } = picture
  const { colored, shapes, text } = blackInkOf(checked)
  const side = Math.round(squareInches * dpi)
  const columns = Math.ceil(width / side)
  const sums = new Float64Array(columns * Math.ceil(height / side))
  const counts = new Uint16Array(sums.length)
  const ours = maskOf(picture, grounds)
  for (let y = 0; y < height; y += step) {
    const row = Math.floor(y / side) * columns
    for (let x = 0, pixel = y * width; x < width; x += step, pixel += step) {
      const square = row + Math.floor(x / side)
      counts[square] = (counts[square] ?? 0) + 1
      const red = pixels[pixel * 3] ?? 255
      const green = pixels[pixel * 3 + 1] ?? 255
      const blue = pixels[pixel * 3 + 2] ?? 255
      if ((red & green & blue) === 255 || ours?.[pixel]) continue
      const isText = text?.[pixel] && red === blackInk.red && green === blackInk.green && blue === blackInk.blue
      const isBlackInk = red === green && green === blue && (!colored?.[pixel] || shapes?.[pixel] === red + 1)
      const ink = isBlackInk ? (255 - red) / 2.55 : inks.percentOf(red, green, blue)
      sums[square] = (sums[square] ?? 0) + (isText ? 100 + 2 * ((text[pixel] ?? 1) - 1) : ink)
    }
  }
  return { averages: sums.map((sum, square) => sum / (counts[square] ?? 1)), columns, squareInches: side / dpi }
}

/** Reports areas with more ink than can dry on the piece's paper. */
export function checkInkCoverage(checked: PageToCheck): PageFinding[] {
  const limit = isPostcard(checked.piece.size) ? limits.postcard : limits.letter
  const { averages, columns, squareInches: side } = inkOfSquares(checked)
  const heavy = [...averages.keys()].filter((square) => (averages[square] ?? 0) > limit)
  if (heavy.length === 0) return []
  const [xs, ys] = [heavy.map((square) => square % columns), heavy.map((square) => Math.floor(square / columns))]
  const [left, top] = [Math.min(...xs) * side, Math.min(...ys) * side]
  const box = boxOf(left, top, (Math.max(...xs) + 1) * side - left, (Math.max(...ys) + 1) * side - top)
  const most = Math.round(Math.max(...heavy.map((square) => averages[square] ?? 0)))
  const area = Math.max(0.01, Math.round(heavy.length * side * side * 100) / 100)
  const detail = `The art has up to ${most}% ink in ${area} square inches. The limit for this paper is ${limit}%.`
  return [{ code: 'ink_coverage_high', detail, box }]
}
