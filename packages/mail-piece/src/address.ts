export interface PostalAddress {
  name: string
  street: string
  unit?: string
  city: string
  state: string
  zip: string
}

/** Text as it stands in an address block: capitals, no punctuation; the point in "39.2" stays. */
export const capitals = (text: string) =>
  text
    .toUpperCase()
    .replace(/\.(?!\d)|(?<!\d)\./g, '')
    .replace(/[,;:"()]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Secondary units whose number follows them, from Publication 28, appendix C2. */
const units: Record<string, string> = {
  APARTMENT: 'APT',
  BUILDING: 'BLDG',
  DEPARTMENT: 'DEPT',
  FLOOR: 'FL',
  ROOM: 'RM',
  SPACE: 'SPC',
  SUITE: 'STE',
  TRAILER: 'TRLR',
}
const spelledUnit = new RegExp(String.raw`\b(${Object.keys(units).join('|')}) (?=#|\d|[A-Z]\b)`, 'g')
const signAfterUnit = new RegExp(String.raw`\b(${Object.values(units).join('|')}|UNIT|LOT|#) # `, 'g')

/** The units' own abbreviations, and no number sign beside one. Street words stay: "12 NORTH AVE" is no "12 N AVE". */
const deliveryLine = (text: string) =>
  capitals(text)
    .replace(spelledUnit, (_whole, unit: string) => `${units[unit]} `)
    .replace(/#\s*(?=\w)/g, '# ')
    .replace(signAfterUnit, '$1 ')

/**
 * The lines of an address block as USPS Publication 28 prefers them: capitals, no punctuation but the ZIP+4 hyphen, the
 * unit at the end of the delivery line, two spaces before the ZIP.
 */
export const addressLines = ({ name, street, unit, city, state, zip }: PostalAddress): string[] => [
  capitals(name),
  deliveryLine(unit ? `${street} ${unit}` : street),
  `${capitals(`${city} ${state}`)}\u00a0\u00a0${zip}`,
]
