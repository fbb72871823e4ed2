import type { Volume } from '@app/contract'

/** The minimum pieces a month and the middle of each volume band, in ascending order. The last band is open-ended. */
export const volumeBands: Readonly<Record<Volume, { min: number; middle: number }>> = {
  'under-1000': { min: 0, middle: 500 },
  '1000-5000': { min: 1_000, middle: 3_000 },
  '5000-25000': { min: 5_000, middle: 15_000 },
  '25000-100000': { min: 25_000, middle: 62_500 },
  'over-100000': { min: 100_000, middle: 100_000 },
}

export const isVolume = (text: string): text is Volume => Object.hasOwn(volumeBands, text)

/** The band of this many pieces a month. */
export function volumeOf(pieces: number): Volume {
  let found: Volume = 'under-1000'
  for (const volume in volumeBands) if (isVolume(volume) && volumeBands[volume].min <= pieces) found = volume
  return found
}
