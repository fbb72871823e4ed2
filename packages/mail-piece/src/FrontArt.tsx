import type { ComponentType } from 'react'
import { ChairArt } from './ChairArt.tsx'
import { GardenArt } from './GardenArt.tsx'
import { FlagArt, FlatsArt, HouseArt, PorchArt } from './HouseArt.tsx'
import { RoadArt } from './RoadArt.tsx'

const arts = {
  garden: GardenArt,
  road: RoadArt,
  chair: ChairArt,
  house: HouseArt,
  flag: FlagArt,
  flats: FlatsArt,
  porch: PorchArt,
} satisfies Record<string, ComponentType<{ className?: string | undefined }>>

/** The picture on the front of a postcard. */
export type ArtName = keyof typeof arts

const lightSkies: readonly ArtName[] = ['garden', 'road', 'porch']

/** Whether text on the sky of this picture must be light. */
export const hasDarkSky = (art: ArtName): boolean => !lightSkies.includes(art)

export function FrontArt({ art, className }: { art: ArtName; className?: string | undefined }) {
  const Art = arts[art]
  return <Art className={className} />
}
