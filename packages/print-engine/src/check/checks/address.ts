import { type PrintFinding, printFindingOf } from '../../findings.ts'
import { missingCharacter, type Typeface } from '../../finish/typeface.ts'
import { addressSideOf } from '../../geometry/piece.ts'
import { type Box, holds, overlap, points } from '../../geometry/units.ts'
import type { PageToCheck } from '../reading.ts'
import type { TextLine } from '../text-lines.ts'
import { areOrIs, nameCharacters } from './characters.ts'

/** The smallest type of an address (DMM 202), and the error of single precision. */
const smallestPoints = 8
const tolerancePoints = 0.01

/** True when the template has this text at this place. */
const isIn = (art: readonly TextLine[], { text, box }: TextLine) =>
  art.some((line) => line.text === text && overlap(line.box, box))

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The characters of these lines that the typeface does not have. It prints hollow boxes for them. */
const missingIn = (lines: readonly string[], { lineOf }: Typeface): string =>
  [...graphemes.segment(lines.join(' '))]
    .filter(({ segment }) => segment.trim() !== '' && lineOf(segment).glyphs.some(({ id }) => id === 0))
    .map(({ segment }) => segment)
    .join('')

const missingFinding = (whose: string, missing: string, page: number, box: Box) =>
  printFindingOf(
    'address_character_missing',
    `${nameCharacters(missing)} in the ${whose} ${areOrIs(missing)} not in our address font.`,
    { page, box },
  )

/** Checks the characters of the sender's address. */
export function checkReturnAddress({ piece: { overlay }, page, grounds, faces }: PageToCheck): PrintFinding[] {
  const ground = grounds.find(({ kind }) => kind === 'return address')
  if (!ground) return []
  const missing = missingIn(overlay.returnLines, faces.address)
  return missing ? [missingFinding("sender's address", missing, page, ground.box)] : []
}

/** Checks the recipient's address in the print file: its type size, its position, and its characters. */
export function checkAddress({ piece: { size, overlay }, page, lines, art, faces }: PageToCheck): PrintFinding[] {
  const { inkFree, readArea } = addressSideOf(size)
  return lines
    .filter((line) => overlap(inkFree, line.box) && !isIn(art.lines, line))
    .flatMap(({ text, box, typeInches }) => {
      const found: PrintFinding[] = []
      const size = points(typeInches)
      if (size < smallestPoints - tolerancePoints) {
        const detail = `A line of the address is set in ${Math.round(size * 10) / 10} pt. The minimum is ${smallestPoints} pt.`
        found.push(printFindingOf('address_type_too_small', detail, { page, box }))
      }
      if (!holds(readArea, box)) {
        const detail = 'A line of the address is outside the area that sorting machines read.'
        found.push(printFindingOf('address_outside_read_area', detail, { page, box }))
      }
      if (text.includes(missingCharacter)) {
        found.push(missingFinding('address', missingIn(overlay.addressLines, faces.address), page, box))
      }
      return found
    })
}
