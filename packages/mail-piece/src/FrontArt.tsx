import type { ComponentType } from 'react'
import type { ArtName } from './samples.ts'
import { ChairArt } from './ChairArt.tsx'
import { GardenArt } from './GardenArt.tsx'
import { FlagArt, FlatsArt, HouseArt, PorchArt } from './HouseArt.tsx'
import { RoadArt } from './RoadArt.tsx'

export type { ArtName } from './samples.ts'

/**
 * Each drawing extends 20 units beyond its view box for the bleed. An eighth of an inch is 12.5 units on the smallest card
 * and less on the others.
 */
const arts: Record<ArtName, ComponentType<{ className?: string | undefined }>> = {
  garden: GardenArt,
  road: RoadArt,
  chair: ChairArt,
  house: HouseArt,
  flag: FlagArt,
  flats: FlatsArt,
  porch: PorchArt,
}

const lightSkies: readonly ArtName[] = ['garden', 'road', 'porch']

/** True when text on the sky of this drawing must be light. */
export const hasDarkSky = (art: ArtName): boolean => !lightSkies.includes(art)

export function FrontArt({ art, className }: { art: ArtName; className?: string | undefined }) {
  const Art = arts[art]
  return <Art className={className} />
}
