import bwip from 'bwip-js/node'

const imbDigits = /^\d[0-4]\d{18}(\d{5}(\d{4}(\d{2})?)?)?$/

/** The USPS names of the bars, by their height above and below the tracker as bwip-js draws them. */
const barLetter = (base: number, height: number): string => {
  const descends = base === 0
  const ascends = base + height > 0.1
  if (ascends && descends) return 'F'
  if (ascends) return 'A'
  return descends ? 'D' : 'T'
}

/**
 * The 65 bars of an Intelligent Mail barcode: A ascender, D descender, T tracker, F full.
 * @throws {RangeError} unless the text is a tracking code of 20 digits, whose second is 0 to 4, and a routing code of 0,
 * 5, 9 or 11. Encoders draw a second digit above 4 without complaint, as the bars of another number.
 */
export function encodeImb(digits: string): string {
  if (!imbDigits.test(digits))
    throw new RangeError('An Intelligent Mail barcode has 20, 25, 29 or 31 digits, and the second is 0 to 4')
  const [symbol] = bwip.raw({ bcid: 'onecode', text: digits })
  if (!symbol || !('bhs' in symbol)) throw new Error('not a bar code')
  return symbol.bhs.map((height, bar) => barLetter(symbol.bbs[bar] ?? 0, height)).join('')
}
