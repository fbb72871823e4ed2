import { brand } from '@app/brand'

/**
 * Service type identifiers (STID) of letters and cards without address corrections: the three digits after the barcode
 * identifier. They encode the mail class, and whether the Postal Service reports scans of the piece (IV-MTR). Source:
 * USPS PostalPro, "Service Type Identifier (STID) Table", Basic automation. Compare with the current table before
 * mailing.
 */
export const serviceTypes = {
  'first-class': { untraced: '300', traced: '310' },
  standard: { untraced: '301', traced: '311' },
} as const satisfies Record<string, { untraced: string; traced: string }>

type ImbMailClass = keyof typeof serviceTypes

const barcodeId = '00'

/** A mailer ID has 6 or 9 digits, and the serial number the other 9 or 6. */
export const serialDigits = 15 - brand.postage.mailerId.length

/** The 20 digits of an Intelligent Mail barcode before the ZIP Code. */
export const trackingOf = (serviceType: string, serial: string): string =>
  `${barcodeId}${serviceType}${brand.postage.mailerId}${serial}`

/**
 * The digits of the Intelligent Mail barcode on a proof. Serial number 0 is never mailed, so a proof uses up no serial
 * number, and the same request produces the same print file. A specimen is not traced.
 */
export const specimenImb = (zip: string, mailClass: ImbMailClass): string =>
  trackingOf(serviceTypes[mailClass].untraced, '0'.repeat(serialDigits)) + zip.replaceAll(/\D/g, '')
