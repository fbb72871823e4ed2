import bwip from 'bwip-js/node'

/** The USPS names of the bars, by their height above and below the tracker as bwip-js draws them. */
const barLetter = (base: number, height: number): string => {
  const descends = base === 0
  const ascends = base + height > 0.1
  if (ascends && descends) return 'F'
  if (ascends) return 'A'
  return descends ? 'D' : 'T'
}

/** The bars of an Intelligent Mail barcode, encoded by a different library than the one that prints them. */
export function secondEncoding(digits: string): string {
  const [symbol] = bwip.raw({ bcid: 'onecode', text: digits })
  if (!symbol || !('bhs' in symbol)) throw new Error('not a bar code')
  return symbol.bhs.map((height, bar) => barLetter(symbol.bbs[bar]!, height)).join('')
}
