import { type Money, times } from './money.ts'
import { unitPrice, volumeLimit } from './price-list.ts'

/** Middle of each monthly volume band that a lead may choose, in pieces. The last band has no middle. */
const middleOfBand: Record<string, number> = {
  'under-1000': 500,
  '1000-5000': 3_000,
  '5000-25000': 15_000,
  '25000-100000': 62_500,
  'over-100000': volumeLimit,
}

/**
 * What a lead of this volume band adds to the pipeline: the middle of the band at the 4.25x6 postcard price of its tier.
 * Nothing when the lead named no volume.
 */
export const pipelineValue = (volume: string | null): Money => {
  const pieces = middleOfBand[volume ?? ''] ?? 0
  return times(unitPrice('postcard-4.25x6', pieces), pieces)
}
