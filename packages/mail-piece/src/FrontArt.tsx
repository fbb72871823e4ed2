import type { ReactNode } from 'react'
import type { ArtName } from './samples.ts'
import { chairArt } from './chair-art.tsx'
import { gardenArt } from './garden-art.tsx'
import { flagArt, flatsArt, houseArt, porchArt } from './house-art.tsx'
import { roadArt } from './road-art.tsx'
import styles from './Art.module.css'

export type { ArtName } from './samples.ts'

interface Art {
  sky: string | undefined
  /** True if text on the sky must be light. */
  isDark?: boolean
  drawing: ReactNode
}

const arts: Record<ArtName, Art> = {
  garden: { sky: styles.sky, drawing: gardenArt },
  road: { sky: styles.softTeal, drawing: roadArt },
  chair: { sky: styles.sun, isDark: true, drawing: chairArt },
  house: { sky: styles.eveningSky, isDark: true, drawing: houseArt },
  flag: { sky: styles.morningSky, isDark: true, drawing: flagArt },
  flats: { sky: styles.nightSky, isDark: true, drawing: flatsArt },
  porch: { sky: styles.sky, drawing: porchArt },
}

export const hasDarkSky = (art: ArtName): boolean => arts[art].isDark ?? false

/**
 * Each drawing extends 20 units beyond its view box for the bleed. An eighth of an inch is 12.5 units on the smallest
 * card and less on the others. A wider card crops the sky, and in the garden also the ground.
 */
export const FrontArt = ({ art, className }: { art: ArtName; className?: string | undefined }) => (
  <svg
    className={className}
    viewBox="0 0 600 425"
    preserveAspectRatio={art === 'garden' ? 'xMidYMid slice' : 'xMidYMax slice'}
    aria-hidden="true"
  >
    <rect x="-20" y="-20" width="640" height="465" className={arts[art].sky} />
    {arts[art].drawing}
  </svg>
)
