import { missingCharacter, type Typeface } from '../../finish/typeface.ts'
import { addressSideOf } from '../../geometry/piece.ts'
import { type Box, holds, overlap, points } from '../../geometry/units.ts'
import type { PageFinding, PageToCheck } from '../reading.ts'
import type { TextLine } from '../text-lines.ts'
import { areOrIs, nameCharacters } from './characters.ts'

/** The smallest type size for an address (DMM 202), and the single-precision error. */
const smallestPoints = 8
const tolerancePoints = 0.01

/** True if the template has this text at this place. */
const isIn = (art: readonly TextLine[], { text, box }: TextLine) =>
  art.some((line) => line.text === text && overlap(line.box, box))

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The characters of these lines that the typeface lacks. It prints hollow boxes for them. */
const missingIn = (lines: readonly string[], { lineOf }: Typeface): string =>
  [...graphemes.segment(lines.join(' '))]
    .filter(({ segment }) => segment.trim() !== '' && lineOf(segment).glyphs.some(({ id }) => id === 0))
    .map(({ segment }) => segment)
    .join('')

const missingFinding = (whose: string, missing: string, box: Box): PageFinding => ({
  code: 'address_character_missing',
  detail: `${nameCharacters(missing)} in the ${whose} ${areOrIs(missing)} not in our address font.`,
  box,
})

/** Checks the characters of the sender's address. */
export function checkReturnAddress({ piece: { overlay }, grounds, faces }: PageToCheck): PageFinding[] {
  const ground = grounds.find(({ kind }) => kind === 'return address')
  if (!ground) return []
  const missing = missingIn(overlay.returnLines, faces.address)
  return missing ? [missingFinding("sender's address", missing, ground.box)] : []
}

/** Checks the recipient's address in the print file: its type size, its position, and its characters. */
export function checkAddress({ piece: { size, overlay }, lines, art, faces }: PageToCheck): PageFinding[] {
  const { inkFree, readArea } = addressSideOf(size)
  return lines
    .filter((line) => overlap(inkFree, line.box) && !isIn(art.lines, line))
    .flatMap(({ text, box, typeInches }) => {
      const found: PageFinding[] = []
      const size = points(typeInches)
      if (size < smallestPoints - tolerancePoints) {
        const detail = `A line of the address is set in ${Math.round(size * 10) / 10} pt. The minimum is ${smallestPoints} pt.`
        found.push({ code: 'address_type_too_small', detail, box })
      }
      if (!holds(readArea, box)) {
        const detail = 'A line of the address is outside the area that sorting machines read.'
        found.push({ code: 'address_outside_read_area', detail, box })
      }
      if (text.includes(missingCharacter))
        found.push(missingFinding('address', missingIn(overlay.addressLines, faces.address), box))
      return found
    })
}
