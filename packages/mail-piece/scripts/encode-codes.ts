import bwip from 'bwip-js/node'

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
 * @throws {Error} when the text does not have 20, 25, 29 or 31 digits.
 */
export const encodeImb = (digits: string): string => {
  const [symbol] = bwip.raw({ bcid: 'onecode', text: digits })
  if (!symbol || !('bhs' in symbol)) throw new Error('not a bar code')
  return symbol.bhs.map((height, bar) => barLetter(symbol.bbs[bar] ?? 0, height)).join('')
}

/** The rows of a QR code with error correction level M, as hexadecimal numbers. */
export const encodeQr = (text: string): string[] => {
  const [symbol] = bwip.raw('qrcode', text, 'eclevel=M')
  if (!symbol || !('pixs' in symbol)) throw new Error('not a matrix code')
  const { pixs, pixx } = symbol
  return Array.from({ length: pixx }, (_, row) =>
    BigInt(`0b${pixs.slice(row * pixx, (row + 1) * pixx).join('')}`).toString(16),
  )
}
