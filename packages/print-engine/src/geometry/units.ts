import type { BoxInches } from '@app/mail-piece/formats'

/** A box on a page, in inches from the top left corner of the page. */
export type Box = BoxInches

/** PDF counts in points, 72 to the inch. */
export const pointsPerInch = 72

/** A millionth is finer than any printer, and larger than accumulated floating-point errors. */
const withoutNoise = (length: number): number => Math.round(length * 1e6) / 1e6

export const boxOf = (left: number, top: number, width: number, height: number): Box => ({
  left: withoutNoise(left),
  top: withoutNoise(top),
  width: withoutNoise(width),
  height: withoutNoise(height),
})

/** The box grown by this width on each side, or shrunk if it is negative. */
export const grown = ({ left, top, width, height }: Box, edge: number): Box =>
  boxOf(left - edge, top - edge, width + 2 * edge, height + 2 * edge)

/** True if no part of the inner box is outside. */
export const holds = (outer: Box, inner: Box): boolean =>
  inner.left >= outer.left &&
  inner.top >= outer.top &&
  withoutNoise(inner.left + inner.width) <= withoutNoise(outer.left + outer.width) &&
  withoutNoise(inner.top + inner.height) <= withoutNoise(outer.top + outer.height)

/** True if the boxes share an area. Boxes that only touch do not overlap. */
export const overlap = (one: Box, other: Box): boolean =>
  one.left < withoutNoise(other.left + other.width) &&
  other.left < withoutNoise(one.left + one.width) &&
  one.top < withoutNoise(other.top + other.height) &&
  other.top < withoutNoise(one.top + one.height)

/** Inches as points: 6.2 in is 446.4 pt, not 446.40000000000003. */
export const points = (inches: number): number => withoutNoise(inches * pointsPerInch)

/** The box with these edges, in PDF notation. */
export const boxOfEdges = (
  [left, bottom, right, top]: readonly [number, number, number, number],
  pageHeight: number,
): Box =>
  boxOf(
    left / pointsPerInch,
    pageHeight - top / pointsPerInch,
    (right - left) / pointsPerInch,
    (top - bottom) / pointsPerInch,
  )

/** A box in PDF notation: left, bottom, right, and top, in points from the page's bottom left corner. */
export const pdfBox = (box: Box, pageHeight: number): [number, number, number, number] => [
  points(box.left),
  points(pageHeight - box.top - box.height),
  points(box.left + box.width),
  points(pageHeight - box.top),
]
