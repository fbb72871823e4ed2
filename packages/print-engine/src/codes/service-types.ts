/**
 * Service type identifiers (STID) of letters and cards without address corrections: the three digits after the barcode
 * identifier. They state the mail class, and whether the Postal Service reports scans of the piece (IV-MTR).
 * Source: USPS PostalPro, "Service Type Identifier (STID) Table", Basic automation. Compare with the current table before
 * pieces are mailed.
 */
export const serviceTypes = {
  'first-class': { untraced: '300', traced: '310' },
  standard: { untraced: '301', traced: '311' },
} as const satisfies Record<string, { untraced: string; traced: string }>

export type ImbMailClass = keyof typeof serviceTypes
