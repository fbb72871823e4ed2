import { unitPrice } from './price-list.ts'

/** Middle of each monthly volume band a lead may choose, in pieces. */
const middleOfBand: Record<string, number> = {
  'under-1000': 500,
  '1000-5000': 3_000,
  '5000-25000': 15_000,
  '25000-100000': 62_500,
  'over-100000': 100_000,
}

/**
 * US dollars a lead of this volume band adds to the pipeline: the middle of the band at the 4.25x6 postcard price of
 * its tier. 0 when the lead named no volume.
 */
export const pipelineDollars = (volume: string | null): number => {
  const pieces = middleOfBand[volume ?? ''] ?? 0
  // Whole ten-thousandths of a dollar keep the product exact.
  return (pieces * Math.round(unitPrice('postcard-4.25x6', pieces) * 10_000)) / 10_000
}
