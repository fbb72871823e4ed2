export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export interface Place {
  left: number
  top: number
}

/** From the hint to the edge of the window. */
const edge = 8

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height

const within = (value: number, room: number) => Math.max(edge, Math.min(value, room - edge))

/**
 * Where a hint stands: beside the label, above or below it, or at an edge of the window, whichever is the first that has
 * room and leaves every other term free, so that a reader can move straight on to the next one.
 */
export function placeOf(
  label: Box,
  hint: Pick<Box, 'width' | 'height'>,
  otherTerms: readonly Box[],
  window: Pick<Box, 'width' | 'height'>,
): Place {
  const left = within(label.left, window.width - hint.width)
  const beside = within(label.top + (label.height - hint.height) / 2, window.height - hint.height)
  const places: [Place, ...Place[]] = [
    { left: label.left + label.width, top: beside },
    { left, top: label.top - hint.height },
    { left, top: label.top + label.height },
    { left, top: window.height - hint.height - edge },
    { left, top: edge },
  ]
  const fits = ({ left: x, top: y }: Place) =>
    x + hint.width <= window.width - edge && y >= edge && y + hint.height <= window.height - edge
  const isFree = (place: Place) => !otherTerms.some((term) => overlap({ ...place, ...hint }, term))
  return places.find((place) => fits(place) && isFree(place)) ?? places.find(fits) ?? places[0]
}
