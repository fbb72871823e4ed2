import { boxOf, grown, overlap, points } from '../../geometry/units.ts'
import { type Color, contrastOf, groundAround, isClear, luminanceOf, over, strongestIn } from '../color.ts'
import type { PagePicture } from '../page-picture.ts'
import type { PageFinding, PageToCheck } from '../reading.ts'
import type { TextLine } from '../text-lines.ts'
import { findLines } from './paragraphs.ts'

/**
 * The smallest sizes that print clearly, in points. On a dark background, ink spreads into light letters and lines from
 * all sides.
 */
const minimum = {
  type: { dark: 5, light: 6 },
  line: { dark: 0.25, light: 0.5 },
}
/** The single-precision error. */
const tolerancePoints = 0.01

/** A color with less contrast than this is invisible. */
const invisible = 1.2
/** Minimum contrast of small type in a tint, on paper or on another tint: a tint consists of few dots of ink. */
const minContrast = 3
const tintedGround = 0.5
const smallPoints = 14
/** From this size on, the picture shows the true color of a stroke, including transparency from its group. */
const shownPoints = 9
const minShownContrast = 2

const tenths = (value: number) => Math.round(value * 10) / 10
const hundredths = (value: number) => Math.round(value * 100) / 100

interface SeenLine extends TextLine {
  points: number
  isLight: boolean
  contrast: number
  isFaint: boolean
  /** True if the picture shows nothing where the line is. */
  isInvisible: boolean
}

function seen(line: TextLine, picture: PagePicture): SeenLine {
  const size = points(line.typeInches)
  const ground = groundAround(picture, line.box)
  const [weakest = ground] = line.colors.toSorted((one, other) => contrast(one, ground) - contrast(other, ground))
  const declared = contrast(weakest, ground)
  // A letter can be narrower than a pixel.
  const strongest = strongestIn(picture, grown(line.box, 1 / picture.dpi), ground)
  const seenContrast = contrastOf(strongest, ground)
  const shown = size >= shownPoints ? seenContrast : Infinity
  return {
    ...line,
    points: size,
    isLight: luminanceOf(over(weakest, ground)) > luminanceOf(ground),
    contrast: shown < minShownContrast ? shown : declared,
    isFaint: luminanceOf(ground) >= tintedGround && (declared < minContrast || shown < minShownContrast),
    isInvisible: seenContrast < invisible && !isClear(strongest, ground),
  }
}

const contrast = (color: Color, ground: Color) => contrastOf(over(color, ground), ground)

/** Transparent text only takes up space and is not meant to be visible. */
const isMeant = ({ colors }: TextLine) => colors.some(({ alpha }) => alpha > 0)

/** Reports type that is too small, too faint, or invisible. */
export function checkType({ picture, width, height, art, grounds, found }: PageToCheck): PageFinding[] {
  const all = art.lines.map((line) => seen(line, picture))
  // Text that is clipped or overprinted has its own finding.
  const others = [...grounds, ...found.clipped]
  const sheet = boxOf(0, 0, width, height)
  const invisibleLines = all
    .filter((line) => line.isInvisible && isMeant(line) && overlap(sheet, line.box))
    .filter((line) => !others.some(({ box }) => overlap(box, line.box)))
  const small = all.filter((line) => line.points < smallPoints && line.contrast >= invisible && !line.isInvisible)
  const limitOf = ({ isLight }: SeenLine) => (isLight ? minimum.type.light : minimum.type.dark)
  const tooSmall = small.filter((line) => line.points < limitOf(line) - tolerancePoints)
  const faint = small.filter(({ isFaint }) => isFaint)
  return [
    ...findLines('text_too_small', tooSmall, (text, line) => {
      const kind = line.isLight ? 'light on dark' : 'dark on light'
      return `${text} is set in ${tenths(line.points)} pt, ${kind}. The minimum is ${limitOf(line)} pt.`
    }),
    ...findLines('text_too_light', faint, (text, line) => {
      const ratio = tenths(line.contrast)
      return `${text} barely stands out from its background: the contrast is ${ratio} to 1. Type under ${smallPoints} pt needs ${minContrast} to 1.`
    }),
    ...findLines(
      'text_invisible',
      invisibleLines,
      (text) => `${text} cannot be read: it is the same color as its background, or nearly so, or other art covers it.`,
    ),
  ]
}

/** Reports lines too thin for the press, which may break or fill in. */
export const checkLines = ({ facts, picture }: PageToCheck): PageFinding[] =>
  facts.thinLines.flatMap(({ points: width, color, box }) => {
    const ground = groundAround(picture, box)
    if (contrast(color, ground) < invisible) return []
    const isLight = luminanceOf(over(color, ground)) > luminanceOf(ground)
    const limit = isLight ? minimum.line.light : minimum.line.dark
    if (width >= limit - tolerancePoints) return []
    const detail = `A ${isLight ? 'light line on a dark background' : 'line'} is ${hundredths(width)} pt wide. The minimum is ${limit} pt.`
    return [{ code: 'line_too_thin', detail, box }]
  })
