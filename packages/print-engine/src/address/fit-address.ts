import {
  aboveStreet,
  addressParts,
  belowStreet,
  lastLine,
  type PostalAddress,
  secondLine,
  splitUnit,
} from '@app/mail-piece/address'
import { addressBlock } from '@app/mail-piece/formats'
import { type PrintFinding, printFindingOf } from '../findings.ts'
import { addressLineWidth, addressSideOf, maxAddressLines, type PieceSize } from '../geometry/piece.ts'
import { returnBoxOf } from '../geometry/return-block.ts'
import type { Box } from '../geometry/units.ts'
import { type AddressFault, type AddressPart, checkPostalAddress, hasText } from './check-address.ts'
import { abbreviatedStreet } from './street-suffixes.ts'

export type { AddressPart }

/** The number of characters that fit on a line. The address typeface is monospaced. */
const charactersIn = (width: number, typeInches: number) => Math.floor(width / (typeInches * addressBlock.characterEm))

/** The number of characters that fit on a line of the address block. */
export const maxCharacters = (size: PieceSize): number => charactersIn(addressLineWidth(size), addressBlock.typeInches)

/** The sender's address may be smaller than the recipient's, which machines read. 5 pt. */
const smallestReturnInches = 5 / 72

const characters = new Intl.Segmenter('en-US', { granularity: 'grapheme' })

/** Counts characters as a reader does: an accent belongs to its letter. */
const lengthOf = (line: string) => Array.from(characters.segment(line)).length

/**
 * Splits the text into two lines and fills the first as far as possible. Returns it whole if it has no place to break.
 */
function inTwo(text: string, max: number): string[] {
  const breaks = [...text.matchAll(/ /g)].map(({ index }) => index)
  const at = breaks.findLast((place) => lengthOf(text.slice(0, place)) <= max)
  return at === undefined ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

interface PartOfBlock {
  /** The part to shorten if no option fits. */
  part: AddressPart
  name: string
  /** The whole text, if it may continue on a second line. */
  text?: string
  ways: string[][]
}

/** The ways to set the street and the unit. A second line that is not a unit stays separate from the street. */
function deliveryWays(address: PostalAddress, max: number): PartOfBlock {
  const [parsed, parsedUnit] = splitUnit(addressParts(address).delivery)
  const isApart = parsedUnit === undefined && address.unit !== undefined && hasText(address.unit)
  const street = isApart ? addressParts({ ...address, unit: '' }).delivery : parsed
  const unit = isApart ? secondLine(address.unit ?? '') : parsedUnit
  const short = abbreviatedStreet(street)
  if (unit === undefined) return { part: 'street', name: 'delivery line', ways: [[street], [short]] }
  const isAbove = isApart && aboveStreet.test(unit)
  const isBelow = isApart && belowStreet.test(unit)
  const beside = [street, short].map((line) => [`${line} ${unit}`])
  // A unit that does not fit goes above the street: sorting machines expect the street directly above the city.
  const ownLine = [street, short].map((line) => (isBelow ? [line, unit] : [unit, line]))
  const isUnitTooLong = address.unit !== undefined && lengthOf(unit) > max
  return {
    part: isUnitTooLong ? 'unit' : 'street',
    name: isUnitTooLong ? 'unit' : 'delivery line',
    ways: isAbove || isBelow ? ownLine : [...beside, ...ownLine],
  }
}

/** The ways to set each part of the address, in order of preference (Publication 28, 35). */
function waysToSet(address: PostalAddress, max: number): PartOfBlock[] {
  const parts = addressParts(address)
  return [
    { part: 'name', name: 'name', text: parts.name, ways: [[parts.name], inTwo(parts.name, max)] },
    deliveryWays(address, max),
    { part: 'city', name: 'city line', ways: [[lastLine(parts)], [parts.place, parts.zip]] },
  ]
}

/** A finding about one part of the address, or about the whole address. */
export interface AddressFinding extends PrintFinding {
  part?: AddressPart
  allowed: string
}

export interface FittedAddress {
  /** From top to bottom. Empty parts have no line. */
  lines: string[]
  findings: AddressFinding[]
}

type FaultOfPart = Omit<AddressFault, 'part'> & { part?: AddressPart }

/** Turns the faults of an address printed in this box into findings. */
const reporterFor =
  (size: PieceSize, box: Box) =>
  ({ code, detail, ...fault }: FaultOfPart): AddressFinding => ({
    ...printFindingOf(code, detail, { page: addressSideOf(size).page, box }),
    ...fault,
  })

/** The lines of the sender's address, whose type shrinks until they fit. */
export const senderLines = (address: PostalAddress): string[] =>
  waysToSet(address, Infinity).flatMap(({ ways: [preferred = []] }) => preferred)

/** Checks the sender's address. Its type shrinks until the longest line fits, but stays legible. */
export function checkSenderAddress(address: PostalAddress, size: PieceSize): AddressFinding[] {
  const box = returnBoxOf(size)
  const max = charactersIn(box.width, smallestReturnInches)
  const faults = waysToSet(address, max).flatMap(({ part, ways: [preferred = []] }): FaultOfPart[] => {
    const length = Math.max(...preferred.map(lengthOf))
    if (length <= max) return []
    const detail = `A line of the sender's address has ${length} characters. It has room for ${max}.`
    return [{ code: 'address_line_too_long', detail, allowed: `up to ${max} characters`, part }]
  })
  return [...checkPostalAddress(address), ...faults].map(reporterFor(size, box))
}

/**
 * The lines of an address block in Publication 28 format, fitted to a piece: abbreviated only where that is safe and
 * necessary. A line that does not fit causes a finding and stays unchanged.
 */
export function fitAddress(address: PostalAddress, size: PieceSize): FittedAddress {
  const max = maxCharacters(size)
  const report = reporterFor(size, addressSideOf(size).inkFree)
  const findings = checkPostalAddress(address).map(report)
  const tooLong = (detail: string, allowed: string, part?: AddressPart) =>
    findings.push(report({ code: 'address_line_too_long', detail, allowed, ...(part && { part }) }))

  const fits = (line: string) => lengthOf(line) <= max
  const lines = waysToSet(address, max).flatMap(({ part, name, text, ways }) => {
    const fitting = ways.find((way) => way.every(fits))
    const shortest = ways.at(-1) ?? []
    if (!fitting) {
      const length = text === undefined ? Math.max(...shortest.map(lengthOf)) : lengthOf(text)
      const isInTwo = text !== undefined && shortest.length > 1
      const room = isInTwo ? `A line has room for ${max}, and it can have two` : `A line has room for ${max}`
      tooLong(`The ${name} has ${length} characters. ${room}.`, `up to ${max} characters in a line`, part)
    }
    return (fitting ?? shortest).filter(hasText)
  })

  const rows = maxAddressLines(size)
  if (lines.length > rows)
    tooLong(`The address needs ${lines.length} lines. The piece has room for ${rows}.`, `up to ${rows} lines`)
  return { lines, findings }
}
