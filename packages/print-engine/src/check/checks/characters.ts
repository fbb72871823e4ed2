const maxNamed = 6

const codeOf = (character: string) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** Lists the distinct characters with their Unicode code points: “漢” (U+6F22) and “字” (U+5B57). */
export function nameCharacters(text: string): string {
  const characters = [...new Set(text)].filter((character) => character.trim() !== '')
  const named = characters.slice(0, maxNamed).map((character) => `“${character}” (${codeOf(character)})`)
  const more = characters.length - named.length
  return new Intl.ListFormat('en-US').format(more > 0 ? [...named, `${more} more`] : named)
}

export const areOrIs = (text: string): string => (new Set(text).size === 1 ? 'is' : 'are')
