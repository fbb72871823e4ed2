export interface PostalAddress {
  name: string
  street: string
  unit?: string
  city: string
  state: string
  zip: string
}

/** Text for an address block: in capitals and without punctuation, except for the decimal point in "39.2". */
export const capitals = (text: string) =>
  text
    .toUpperCase()
    .replace(/\.(?!\d)|(?<!\d)\./g, '')
    .replace(/[,;:"()]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Secondary unit designators that require a number after them (Publication 28, appendix C2). */
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
const numberSignAfterUnit = new RegExp(String.raw`\b(${Object.values(units).join('|')}|UNIT|LOT|#) # `, 'g')

/** Abbreviates unit designators and drops a `#` after one. Street words stay: "12 NORTH AVE" is not "12 N AVE". */
const deliveryLine = (text: string) =>
  capitals(text)
    .replace(spelledUnit, (_whole, unit: string) => `${units[unit]} `)
    .replace(/#\s*(?=\w)/g, '# ')
    .replace(numberSignAfterUnit, '$1 ')

/**
 * The lines of an address block as USPS Publication 28 prefers them: in capitals, without punctuation except for the
 * hyphen of ZIP+4, the unit at the end of the delivery line, and two spaces before the ZIP Code.
 */
export const addressLines = ({ name, street, unit, city, state, zip }: PostalAddress): string[] => [
  capitals(name),
  deliveryLine(unit ? `${street} ${unit}` : street),
  `${capitals(`${city} ${state}`)}\u00a0\u00a0${zip}`,
]
