export interface PostalAddress {
  name: string
  street: string
  unit?: string
  city: string
  state: string
  zip: string
}

/** Text for an address block: in capitals, without punctuation except a decimal point as in "39.2". */
export const capitals = (text: string) =>
  text
    .toUpperCase()
    // Several points between two digits become a space: "1..5" is not "15".
    .replace(/(?<=\d)\.{2,}(?=\d)/g, ' ')
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
  HANGAR: 'HNGR',
  ROOM: 'RM',
  SPACE: 'SPC',
  SUITE: 'STE',
  TRAILER: 'TRLR',
}
const spelledUnit = new RegExp(String.raw`\b(${Object.keys(units).join('|')}) (?=#|\d|[A-Z]\b)`, 'g')
const shortUnits = [...Object.values(units), 'UNIT', 'LOT', 'KEY', 'PIER', 'SLIP', 'STOP', '#'].join('|')
const numberSignAfterUnit = new RegExp(String.raw`\b(${shortUnits}|BOX) # `, 'g')

/** Standard forms of PO boxes and routes (Publication 28, 24 to 28). */
const boxesAndRoutes: [RegExp, string][] = [
  [/\b(P O|POST OFFICE) BOX\b/g, 'PO BOX'],
  [/\bRURAL ROUTE(?= \d)/g, 'RR'],
  [/\bHIGHWAY CONTRACT( ROUTE)?(?= \d)/g, 'HC'],
]

/** Abbreviates unit designators and drops a `#` after one. Leaves street words alone: "12 NORTH AVE" is not "12 N AVE". */
const deliveryLine = (text: string) =>
  boxesAndRoutes
    .reduce((line, [spelled, form]) => line.replace(spelled, form), capitals(text))
    .replace(spelledUnit, (_whole, unit: string) => `${units[unit]} `)
    .replace(/#\s*(?=\w)/g, '# ')
    .replace(numberSignAfterUnit, '$1 ')

const unitAtEnd = new RegExp(String.raw`^(.+?) ((?:${shortUnits}) (?:[A-Z_]*\d|[A-Z]\b).*)$`)

/** Splits the unit off the end of a delivery line. A post office or route box is not a unit. */
export const splitUnit = (line: string): [street: string, unit: string | undefined] => {
  const [, street, unit] = unitAtEnd.exec(line) ?? []
  return street ? [street, unit] : [line, undefined]
}

/**
 * Second lines that go above the street: a Puerto Rican urbanization (Publication 28, 295), and the person who receives
 * the mail.
 */
export const aboveStreet = /^(?:URB|C\/O|CARE OF|ATTN|ATTENTION) /
/** Second lines that go below the street: of two addresses, the post office delivers to the lower one. */
export const belowStreet = /^PO BOX /

/** A second line in standard form, separate from the street. */
export const secondLine = (unit: string): string => deliveryLine(unit).replace(/^URBANIZACI[OÓ]N /, 'URB ')

/** The parts of an address in standard form. The last two share a line if they fit. */
export interface AddressParts {
  name: string
  delivery: string
  place: string
  zip: string
}

export const addressParts = ({ name, street, unit, city, state, zip }: PostalAddress): AddressParts => ({
  name: capitals(name),
  delivery: deliveryLine(unit ? `${street} ${unit}` : street),
  // Some lists repeat the state in the city column.
  place: capitals(`${city} ${state}`).replace(/( [A-Z]{2})\1$/, '$1'),
  zip,
})

/** City and state, two spaces that browsers do not collapse, and the ZIP Code. */
export const lastLine = ({ place, zip }: AddressParts): string => `${place}\u00a0\u00a0${zip}`

/**
 * The lines of an address block in the format that USPS Publication 28 prefers: in capitals, without punctuation except
 * for the hyphen of ZIP+4, with the unit at the end of the delivery line, and two spaces before the ZIP Code. A second
 * line that is not a unit gets its own line.
 */
export const addressLines = (address: PostalAddress): string[] => {
  const parts = addressParts(address)
  const street = deliveryLine(address.street)
  const second = secondLine(address.unit ?? '')
  const own = aboveStreet.test(second) ? [second, street] : belowStreet.test(second) && [street, second]
  return [parts.name, ...(own || [parts.delivery]), lastLine(parts)]
}
