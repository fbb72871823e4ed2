export interface Box {
  left: number
  top: number
  width: number
  height: number
}

interface Position {
  left: number
  top: number
}

/** Distance between the hint and the edge of the window. */
const edge = 8

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height

const within = (value: number, max: number) => Math.max(edge, Math.min(value, max - edge))

/**
 * The position of a hint: next to the label, above or below it, or at an edge of the window. Takes the first that fits
 * and covers no other term, so that a reader can move straight on to the next one. On a touch screen, where no pointer
 * has to reach the hint, it also leaves the neighbors of the label uncovered, so that a visitor can compare them.
 */
export function hintPosition(
  label: Box,
  hint: Pick<Box, 'width' | 'height'>,
  otherTerms: readonly Box[],
  window: Pick<Box, 'width' | 'height'>,
  isTouch: boolean,
): Position {
  const left = within(label.left, window.width - hint.width)
  const sideTop = within(label.top + (label.height - hint.height) / 2, window.height - hint.height)
  const atEdges: [Position, Position] = [
    { left, top: window.height - hint.height - edge },
    { left, top: edge },
  ]
  const atLabel: [Position, ...Position[]] = [
    { left: label.left + label.width, top: sideTop },
    { left, top: label.top - hint.height },
    { left, top: label.top + label.height },
  ]
  const candidates: [Position, ...Position[]] = isTouch ? [...atEdges, ...atLabel] : [...atLabel, ...atEdges]
  const taken = isTouch ? [...otherTerms, label] : otherTerms
  const fits = ({ left: x, top: y }: Position) =>
    x + hint.width <= window.width - edge && y >= edge && y + hint.height <= window.height - edge
  const coversNone = (position: Position) => !taken.some((term) => overlap({ ...position, ...hint }, term))
  return candidates.find((one) => fits(one) && coversNone(one)) ?? candidates.find(fits) ?? candidates[0]
}
