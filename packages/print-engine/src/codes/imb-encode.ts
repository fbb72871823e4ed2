import { encodeIMb } from 'etiket'

const imbDigits = /^\d[0-4]\d{18}(\d{5}(\d{4}(\d{2})?)?)?$/
const trackingDigits = 20

/**
 * The 65 bars of an Intelligent Mail barcode: A for ascender, D for descender, T for tracker, and F for full.
 * @throws {RangeError} unless the text is a tracking code of 20 digits, whose second is 0 to 4, and a routing code of
 * 0, 5, 9, or 11 digits. Encoders silently draw a second digit above 4 as the bars of another number.
 */
export function encodeImb(digits: string): string {
  if (!imbDigits.test(digits))
    throw new RangeError('An Intelligent Mail barcode has 20, 25, 29 or 31 digits, and the second is 0 to 4')
  return encodeIMb(digits.slice(0, trackingDigits), digits.slice(trackingDigits)).join('')
}
