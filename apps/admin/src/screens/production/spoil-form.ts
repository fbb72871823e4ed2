import type { PrintRunDetail, SpoiledPieces } from '@app/api-client'
import { requiredLine } from '../../components/text-rules.ts'

export type SpoilForm = { places: string; outcome: SpoiledPieces['outcome']; reason: string }

const maxPlaces = 200

/** Places from a text like "12, 14-20". Undefined when it is something else, or names too many. */
function placesIn(text: string): number[] | undefined {
  const places = new Set<number>()
  for (const part of text.split(',')) {
    const [, first = '', last = first] = /^\s*(\d{1,5})(?:\s*[-–]\s*(\d{1,5}))?\s*$/.exec(part) ?? []
    if (first === '' || Number(first) < 1 || Number(last) < Number(first)) return undefined
    if (Number(last) - Number(first) >= maxPlaces) return undefined
    for (let place = Number(first); place <= Number(last); place += 1) places.add(place)
  }
  return places.size <= maxPlaces ? [...places].toSorted((one, other) => one - other) : undefined
}

export const spoilRules = ({ pieces, spoiled }: PrintRunDetail) => ({
  places: (value: string) => {
    const places = placesIn(value)
    if (!places) return `Enter places like “12, 14–20”, up to ${maxPlaces}`
    return (places.at(-1) ?? 0) > pieces + spoiled ? `The run has places 1 to ${pieces + spoiled}` : null
  },
  reason: requiredLine('Reason is required'),
})

export const toSpoilInput = ({ places, outcome, reason }: SpoilForm): SpoiledPieces => ({
  places: placesIn(places) ?? [],
  outcome,
  reason: reason.trim(),
})
