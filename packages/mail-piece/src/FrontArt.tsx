import { ChairArt } from './ChairArt.tsx'
import { GardenArt } from './GardenArt.tsx'
import { HouseArt, type Hour } from './HouseArt.tsx'
import { RoadArt } from './RoadArt.tsx'

/** What a front shows. */
export type ArtName = 'garden' | 'road' | 'chair' | `house at ${Hour}`

const houses: Partial<Record<ArtName, Hour>> = {
  'house at night': 'night',
  'house at evening': 'evening',
  'house at morning': 'morning',
}

/** Whether type on the sky of this art must be light. */
export const hasDarkSky = (art: ArtName): boolean => art !== 'garden' && art !== 'road'

export function FrontArt({ art, className }: { art: ArtName; className?: string | undefined }) {
  const hour = houses[art]
  if (hour) return <HouseArt hour={hour} className={className} />
  if (art === 'road') return <RoadArt className={className} />
  if (art === 'chair') return <ChairArt className={className} />
  return <GardenArt className={className} />
}
