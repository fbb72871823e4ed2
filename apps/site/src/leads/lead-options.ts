import type { Industry, Volume } from '@app/api-client'

export const industryOptions: { value: Industry; label: string }[] = [
  { value: 'automotive', label: 'Automotive' },
  { value: 'health', label: 'Health & Wellness' },
  { value: 'home-services', label: 'Home Services' },
  { value: 'mortgage', label: 'Mortgage & Banking' },
  { value: 'retail', label: 'Retail & eCommerce' },
  { value: 'other', label: 'Other' },
]

/** Pieces a month. The values are fixed; the labels leave no number in two bands. */
export const volumeOptions: { value: Volume; label: string }[] = [
  { value: 'under-1000', label: 'Under 1,000' },
  { value: '1000-5000', label: '1,000–4,999' },
  { value: '5000-25000', label: '5,000–24,999' },
  { value: '25000-100000', label: '25,000–99,999' },
  { value: 'over-100000', label: '100,000+' },
]
