/** A box on a page, in inches from the top left corner. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** PDF counts in points, 72 to the inch. */
export const pointsPerInch = 72

/**
 * Inches as points. Every size of the trade is a fraction of an inch that a double only comes near, so the product is
 * rounded to a millionth of a point: 6.2 in is 446.4 pt, not 446.40000000000003.
 */
export const points = (inches: number): number => Math.round(inches * pointsPerInch * 1e6) / 1e6

/** A box as PDF writes it: left, bottom, right and top in points from the bottom left corner of the page. */
export const pdfBox = (box: Box, pageHeight: number): [number, number, number, number] => [
  points(box.left),
  points(pageHeight - box.top - box.height),
  points(box.left + box.width),
  points(pageHeight - box.top),
]
