import { type PrintFinding, printFindingOf } from '../../findings.ts'
import { missingCharacter } from '../../finish/typeface.ts'
import { addressSideOf, type PieceSize } from '../../geometry/piece.ts'
import { holds, overlap, points } from '../../geometry/units.ts'
import type { TextLine } from '../text-lines.ts'

/** The smallest type of an address (DMM 202), and the error of single precision. */
const smallestPoints = 8
const tolerancePoints = 0.01

/** True when the template has this text at this place. */
const isIn = (art: readonly TextLine[], { text, box }: TextLine) =>
  art.some((line) => line.text === text && overlap(line.box, box))

/** Checks the recipient's address in the print file: its type size, its position, and its characters. */
export function checkAddress(size: PieceSize, page: number, lines: readonly TextLine[], art: readonly TextLine[]) {
  const { inkFree, readArea } = addressSideOf(size)
  return lines
    .filter((line) => overlap(inkFree, line.box) && !isIn(art, line))
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
        const count = text.split(missingCharacter).length - 1
        const detail = `${count} ${count === 1 ? 'character' : 'characters'} of a line cannot be printed.`
        found.push(printFindingOf('address_character_missing', detail, { page, box }))
      }
      return found
    })
}
