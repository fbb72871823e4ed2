import { type Money, times } from './money.ts'
import { unitPrice } from './price-list.ts'
import { isVolume, volumeBands } from './volume-bands.ts'

/**
 * The pipeline value of a lead in this volume band: the middle of the band at the 4.25x6 postcard price of its tier. 0
 * if the lead named no volume.
 */
export const pipelineValue = (volume: string): Money => {
  const pieces = isVolume(volume) ? volumeBands[volume].middle : 0
  return times(unitPrice('postcard-4.25x6', pieces), pieces)
}
