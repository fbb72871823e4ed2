import type { SampleRequest } from '@app/api-client'
import { addressLines, capitals } from '@app/mail-piece'
import { fullName } from '../../../people/full-name.ts'
import { printable, type Typeface, wrapped } from '../../../pdf/typefaces.ts'

/** The lines of the address block as entered, printable or not. */
export function addressText(request: SampleRequest): string[] {
  const { company, addressLine1, addressLine2, city, state, zip } = request
  const [name = '', ...place] = addressLines({
    name: fullName(request),
    street: addressLine1,
    ...(addressLine2 && { unit: addressLine2 }),
    city,
    state,
    zip,
  })
  return [name, ...(company ? [capitals(company)] : []), ...place]
}

/** The address in the format of USPS Publication 28: name, firm, delivery line, then city, state, and ZIP Code. */
export const addressBlock = (request: SampleRequest, typeface: Typeface): string[] =>
  addressText(request)
    .map((line) => printable(line, typeface))
    // A name that consists only of emoji becomes empty.
    .filter(Boolean)

/** Delivery line and city, without which mail can't be delivered. */
const placeLines = 2

/** The smallest type that USPS accepts (DMM 202), in points. */
const minSize = 8

/** Distance from one baseline to the next, in multiples of the type size. */
export const leading = 1.2

/** Points. Type below `readable` is only used if broken lines don't fit either. */
type Box = { typeface: Typeface; width: number; height: number; largest: number; readable: number }

export type FittedBlock = {
  lines: string[]
  size: number
  /** True if some of the text does not fit even in the smallest type, and is left out. */
  isCut: boolean
}

/** Sets the block in the largest type that fits. A line is only broken if whole lines would be unreadably small. */
export function fitted(lines: string[], { typeface, width, height, largest, readable }: Box): FittedBlock {
  const sizes = Array.from({ length: (largest - minSize) * 2 + 1 }, (_, step) => largest - step / 2)
  const room = (size: number) => Math.floor(height / (size * leading))
  const broken = (size: number) => lines.map((line) => wrapped(line, size, width, typeface).map((part) => part.trim()))

  const whole = sizes.find(
    (size) =>
      size >= readable && lines.length <= room(size) && lines.every((line) => typeface.widthOf(line, size) <= width),
  )
  if (whole) return { lines, size: whole, isCut: false }
  const size = sizes.find((smaller) => broken(smaller).flat().length <= room(smaller))
  if (size) return { lines: broken(size).flat(), size, isCut: false }

  // The carrier can deliver with the beginning of a name, but needs the whole last line.
  const parts = broken(minSize)
  const who = parts.slice(0, -placeLines).map(([first = '']) => first)
  const [street = [], city = []] = parts.slice(-placeLines)
  const kept = street.slice(0, Math.max(1, room(minSize) - who.length - city.length))
  return { lines: [...who, ...kept, ...city], size: minSize, isCut: true }
}
