/** The tables of USPS-B-3200, the standard of the Intelligent Mail barcode (IMb). */

/** A number becomes ten characters of 13 bits. Each bit sets one half of one of the 65 bars. */
export const characterCount = 10
const characterBits = 13
const allBits = 2 ** characterBits - 1

const inverted = (character: number) => character ^ allBits
const bitsOf = (character: number) => character.toString(2).padStart(characterBits, '0')
const reversed = (character: number) => Number.parseInt(Array.from(bitsOf(character)).toReversed().join(''), 2)
const onesIn = (character: number) => bitsOf(character).replaceAll('0', '').length

/**
 * The characters with `ones` bits set, in the standard's order (2.2.5): ascending, each followed by its mirror image.
 * Palindromes fill the table from its end.
 */
function charactersWith(ones: number): number[] {
  const chosen = Array.from({ length: allBits + 1 }, (_, character) => character).filter(
    (character) => onesIn(character) === ones && reversed(character) >= character,
  )
  const pairs = chosen.filter((character) => reversed(character) > character)
  const palindromes = chosen.filter((character) => reversed(character) === character)
  return [...pairs.flatMap((character) => [character, reversed(character)]), ...palindromes.toReversed()]
}

/** 1,287 characters with five bits set, then 78 with two. A codeword is an index into this list. */
export const characterTable: readonly number[] = [...charactersWith(5), ...charactersWith(2)]

const codewordsByCharacter = new Map(characterTable.map((character, codeword) => [character, codeword]))

/**
 * The codeword of a character. A character with eight or eleven bits set is the inverse of another one, and sets its
 * checksum bit. Undefined for any other.
 */
export function codewordOf(character: number): { codeword: number; isInverted: boolean } | undefined {
  const codeword = codewordsByCharacter.get(character)
  if (codeword !== undefined) return { codeword, isInverted: false }
  const codewordOfInverse = codewordsByCharacter.get(inverted(character))
  return codewordOfInverse === undefined ? undefined : { codeword: codewordOfInverse, isInverted: true }
}

/** A bit of one of the ten characters. */
export interface CharacterBit {
  character: number
  bit: number
}

/**
 * Table 22 of the standard, from the first bar to the last: the character (A to J) and bit of the descender, then of
 * the ascender.
 */
const barTable = `
  H2E3 B10A0 J12C8 F5G11 I9D1 A1F12 C5B8 E4J11 G3I10 D9H6 F11B4 I5C12 J10A2
  H1G7 D6E9 A3I6 G4C7 B1J9 H10F2 E0D8 G2A4 I11B0 J8D12 C6H7 F1E10 B12G9
  H3I0 F8J7 E6C10 D4A5 I4F7 H11B9 G0J6 A6E8 C1D2 F9I12 E11G1 J5H4 D3B2
  A7C0 B3E1 G10D5 I7J4 C11F6 A8H12 E2I1 F10D0 J3A9 G5C4 H8B7 F0E5 C3A10
  G12J2 D11B6 I8H9 F4A11 B5C2 J1E12 I3G6 H0D7 E7H5 A12B11 C9J0 G8F3 D10I2`

const placeOf = (letter: string, bit: string): CharacterBit => ({
  character: letter.charCodeAt(0) - 'A'.charCodeAt(0),
  bit: Number(bit),
})

export const bars: readonly { descender: CharacterBit; ascender: CharacterBit }[] = [
  ...barTable.matchAll(/([A-J])(\d+)([A-J])(\d+)/g),
].map(([, descender = '', descenderBit = '', ascender = '', ascenderBit = '']) => ({
  descender: placeOf(descender, descenderBit),
  ascender: placeOf(ascender, ascenderBit),
}))
