import { brand } from '@app/brand'

const { city, state, number } = brand.postage.permit

/** The permit imprint of a postcard, in place of a stamp (DMM 604.5.3). */
export const permitLines: readonly string[] = [
  'First-Class Mail',
  'U.S. Postage Paid',
  `${city} ${state}`,
  `Permit No. ${number}`,
]
