import { addressParts, lastLine, type PostalAddress, splitUnit } from '@app/mail-piece/address'
import { addressBlock } from '@app/mail-piece/formats'
import { type PrintFinding, printFindingOf } from '../findings.ts'
import { addressLineWidth, addressSideOf, maxAddressLines, type PieceSize } from '../geometry/piece.ts'
import { abbreviatedStreet } from './street-suffixes.ts'

/** The number of characters that fit on a line of the address block. Its typeface is monospaced. */
export const maxCharacters = (size: PieceSize): number =>
  Math.floor(addressLineWidth(size) / (addressBlock.typeInches * addressBlock.characterEm))

const characters = new Intl.Segmenter('en-US', { granularity: 'grapheme' })

/** Characters as a reader counts them: an accent belongs to its letter. */
const lengthOf = (line: string) => Array.from(characters.segment(line)).length

/** The text in two lines, the first as full as it can be, or whole when it has no place to break. */
function inTwo(text: string, max: number): string[] {
  const breaks = [...text.matchAll(/ /g)].map(({ index }) => index)
  const at = breaks.findLast((place) => lengthOf(text.slice(0, place)) <= max)
  return at === undefined ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

/** The ways to set a part of the address, the preferred one first (Publication 28, 35): the first that fits is taken. */
function waysToSet(address: PostalAddress, max: number): [part: string, ways: string[][]][] {
  const parts = addressParts(address)
  const [street, unit] = splitUnit(parts.delivery)
  const short = abbreviatedStreet(street)
  return [
    ['name', [[parts.name], inTwo(parts.name, max)]],
    [
      'delivery line',
      unit === undefined
        ? [[street], [short]]
        : [
            [`${street} ${unit}`],
            [`${short} ${unit}`],
            // A unit that does not fit goes above the street: the machines read the street above the city.
            [unit, street],
            [unit, short],
          ],
    ],
    ['city line', [[lastLine(parts)], [parts.place, parts.zip]]],
  ]
}

const hasText = (text: string) => /[\p{L}\p{N}]/u.test(text)

const requiredParts = [
  ['name', 'The name'],
  ['street', 'The street'],
  ['city', 'The city'],
  ['state', 'The state'],
  ['zip', 'The ZIP Code'],
] as const

export interface FittedAddress {
  /** From the top. Parts without text have no line. */
  lines: string[]
  findings: PrintFinding[]
}

/**
 * The lines of an address block in the form of Publication 28, as they fit on a piece: abbreviated only where that is
 * safe and necessary. A line that does not fit is a finding and stays unchanged.
 */
export function fitAddress(address: PostalAddress, size: PieceSize): FittedAddress {
  const max = maxCharacters(size)
  const { page, inkFree: box } = addressSideOf(size)
  const findings = requiredParts
    .filter(([part]) => !hasText(address[part]))
    .map(([, name]) =>
      printFindingOf('address_line_missing', `${name} has neither a letter nor a digit.`, { page, box }),
    )

  const fits = (line: string) => lengthOf(line) <= max
  const lines = waysToSet(address, max).flatMap(([part, ways]) => {
    const fitting = ways.find((way) => way.every(fits))
    const shortest = ways.at(-1) ?? []
    if (!fitting) {
      const longest = Math.max(...shortest.map(lengthOf))
      const detail = `The ${part} has ${longest} characters. A line has room for ${max}.`
      findings.push(printFindingOf('address_line_too_long', detail, { page, box }))
    }
    return (fitting ?? shortest).filter(hasText)
  })

  const rows = maxAddressLines(size)
  if (lines.length > rows) {
    const detail = `The address needs ${lines.length} lines. The piece has room for ${rows}.`
    findings.push(printFindingOf('address_line_too_long', detail, { page, box }))
  }
  return { lines, findings }
}
