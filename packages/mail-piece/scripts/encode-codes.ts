import bwip from 'bwip-js/node'

/** Bars by height above and below the tracker: what bwip-js draws, named as USPS names it. */
const barLetter = (base: number, height: number): string => {
  const descends = base === 0
  const ascends = base + height > 0.1
  if (ascends && descends) return 'F'
  if (ascends) return 'A'
  return descends ? 'D' : 'T'
}

/**
 * The 65 bars of an Intelligent Mail barcode as letters A, D, T, F.
 * @throws {Error} when the text is not 20, 25, 29 or 31 digits.
 */
export const encodeImb = (digits: string): string => {
  const [symbol] = bwip.raw({ bcid: 'onecode', text: digits })
  if (!symbol || !('bhs' in symbol)) throw new Error('not a bar code')
  return symbol.bhs.map((height, bar) => barLetter(symbol.bbs[bar] ?? 0, height)).join('')
}

/** Rows of a QR code as hexadecimal numbers, error correction M. */
export const encodeQr = (text: string): string[] => {
  const [symbol] = bwip.raw('qrcode', text, 'eclevel=M')
  if (!symbol || !('pixs' in symbol)) throw new Error('not a matrix code')
  const { pixs, pixx } = symbol
  return Array.from({ length: pixx }, (_, row) =>
    BigInt(`0b${pixs.slice(row * pixx, (row + 1) * pixx).join('')}`).toString(16),
  )
}
