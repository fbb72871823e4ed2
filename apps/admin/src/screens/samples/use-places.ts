import { useState } from 'react'

type Keyed = { id: string }

/**
 * Keeps each card where it was when its list was first shown, so that one that is marked as processed does not jump away
 * from under the pointer. `list` identifies the filter and page; when it changes, the server's order applies again.
 */
export function usePlaces(items: Keyed[] | undefined, list: string, isOfAnotherList: boolean) {
  const [known, setKnown] = useState<{ list: string; ids: string[] }>()

  if (items && !isOfAnotherList && known?.list !== list) setKnown({ list, ids: items.map(({ id }) => id) })

  const placeOf = ({ id }: Keyed) => {
    const place = known?.ids.indexOf(id) ?? -1
    return place < 0 ? Number.POSITIVE_INFINITY : place
  }
  return {
    inPlace: <Item extends Keyed>(unordered: Item[]): Item[] =>
      unordered.toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b))),
    /** Shows the next answer in the server's order. */
    forget: () => setKnown(undefined),
  }
}
