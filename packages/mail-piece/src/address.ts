export interface PostalAddress {
  name: string
  street: string
  unit?: string
  city: string
  state: string
  zip: string
}

/** Text as it stands in an address block: capitals, no punctuation, the units' own abbreviations. */
export const capitals = (text: string) =>
  text
    .toUpperCase()
    .replace(/[.,]/g, '')
    .replace(/\bSUITE\b/g, 'STE')
    .replace(/\bAPARTMENT\b/g, 'APT')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * The lines of an address block as USPS Publication 28 prefers them: capitals, no punctuation but the ZIP+4 hyphen, the
 * unit at the end of the delivery line, two spaces before the ZIP.
 */
export const addressLines = ({ name, street, unit, city, state, zip }: PostalAddress): string[] => [
  capitals(name),
  capitals(unit ? `${street} ${unit}` : street),
  `${capitals(`${city} ${state}`)}\u00a0\u00a0${zip}`,
]
