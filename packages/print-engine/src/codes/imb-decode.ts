import { bars as barTable, characterCount, codewordOf } from './imb-tables.ts'

/**
 * The bars are not an Intelligent Mail barcode. The message gives the reason, without any digit of a recipient's
 * barcode.
 */
export class UnreadableImbError extends Error {}

const isDescending = (bar: string) => bar === 'D' || bar === 'F'
const isAscending = (bar: string) => bar === 'A' || bar === 'F'

/** Decodes the bars into ten characters. */
function charactersOf(bars: string): number[] {
  const characters = Array.from({ length: characterCount }, () => 0)
  const set = ({ character, bit }: { character: number; bit: number }) => {
    characters[character] = (characters[character] ?? 0) | (1 << bit)
  }
  barTable.forEach(({ descender, ascender }, place) => {
    const bar = bars.charAt(place)
    if (isDescending(bar)) set(descender)
    if (isAscending(bar)) set(ascender)
  })
  return characters
}

const numberBits = 102
const topChecksumBit = 10

/** The checksum of the standard (2.2.2): 11 bits over the 102 bits of the number. */
export function checksumOf(number: bigint): number {
  const generator = 0x735
  let checksum = 0x7ff
  for (const bit of number.toString(2).padStart(numberBits, '0')) {
    const feedback = (checksum >> topChecksumBit) ^ (bit === '1' ? 1 : 0)
    checksum = ((checksum << 1) & 0x7ff) ^ (feedback ? generator : 0)
  }
  return checksum
}

/** The first codeword has 659 values, and above them carries the top bit of the checksum. */
const firstCodewords = 659
const middleCodewords = 1365n
/** The last codeword is doubled, so that an upside-down barcode is invalid. */
const lastCodewords = 636n

/** The number that the characters encode, without the checksum bits. */
function numberOf(characters: readonly number[]): bigint {
  const found = characters.map(codewordOf)
  let checksum = 0
  const codewords = found.map((entry, place) => {
    if (!entry) throw new UnreadableImbError(`character ${place + 1} of ${characterCount} is not in the standard`)
    if (entry.isInverted) checksum |= 1 << place
    return entry.codeword
  })
  const [first = 0, ...rest] = codewords
  const last = rest.pop() ?? 0
  if (first >= firstCodewords) checksum |= 1 << topChecksumBit
  if (last % 2 || last / 2 >= lastCodewords || first >= 2 * firstCodewords)
    throw new UnreadableImbError('a codeword is out of its range')

  const number =
    rest.reduce((sum, codeword) => sum * middleCodewords + BigInt(codeword), BigInt(first % firstCodewords)) *
      lastCodewords +
    BigInt(last / 2)
  if (checksumOf(number) !== checksum) throw new UnreadableImbError('the checksum is wrong')
  return number
}

/** The routing code has 0, 5, 9, or 11 digits. The numbers of each length start where those of the shorter one end. */
const routingCodes = [
  { digits: 0, from: 0n },
  { digits: 5, from: 1n },
  { digits: 9, from: 100_001n },
  { digits: 11, from: 1_000_100_001n },
]

function routingOf(number: bigint): string {
  const { digits, from } = routingCodes.findLast((code) => number >= code.from) ?? { digits: 0, from: 0n }
  const routing = digits ? String(number - from).padStart(digits, '0') : ''
  if (routing.length !== digits) throw new UnreadableImbError('the routing code is out of its range')
  return routing
}

const serialDigits = 18
const serialRange = 10n ** BigInt(serialDigits)

/**
 * The 20, 25, 29, or 31 digits of an Intelligent Mail barcode: the tracking code, then the routing code. The letters
 * are A for ascender, D for descender, T for tracker, and F for full.
 * @throws {UnreadableImbError} if the bars are not a valid barcode
 */
export function decodeImb(bars: string): string {
  if (!/^[ADTF]{65}$/.test(bars)) throw new UnreadableImbError(`there are ${bars.length} bars of 65`)
  const number = numberOf(charactersOf(bars))
  const serial = String(number % serialRange).padStart(serialDigits, '0')
  const head = number / serialRange
  // The second digit of the barcode identifier is 0 to 4, and the only one in base five.
  return `${(head / 5n) % 10n}${head % 5n}${serial}${routingOf(head / 50n)}`
}
