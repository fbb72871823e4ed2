import type { SampleRequest } from '@app/api-client'
import { addressLines, capitals } from '@app/mail-piece'
import { fullName } from '../../../people/full-name.ts'
import { printable } from './printable.ts'
import type { Typeface } from './typefaces.ts'
import { wrapped } from './wrapped.ts'

/** The lines of the address block as they were given, whether or not they can be printed. */
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

/** The address as USPS Publication 28 prefers it: name, firm, delivery line, then city, state and ZIP Code. */
export const addressBlock = (request: SampleRequest, typeface: Typeface): string[] =>
  addressText(request)
    .map((line) => printable(line, typeface))
    // A name of emoji alone leaves nothing.
    .filter(Boolean)

/** Delivery line and city, without which no mail arrives. */
const placeLines = 2

/** The smallest type that the postal service accepts (DMM 202), in points. */
const smallestSize = 8

/** Distance from one baseline to the next, in multiples of the type size. */
export const leading = 1.2

/** Points. Type below `readable` is used only when broken lines do not fit either. */
type Box = { typeface: Typeface; width: number; height: number; largest: number; readable: number }

export type FittedBlock = {
  lines: string[]
  size: number
  /** Some of the text does not fit even in the smallest type, and is left out. */
  isCut: boolean
}

/** Sets the block in the largest type that fits. A line is broken only where whole lines would be unreadably small. */
export function fitted(lines: string[], { typeface, width, height, largest, readable }: Box): FittedBlock {
  const sizes = Array.from({ length: (largest - smallestSize) * 2 + 1 }, (_, step) => largest - step / 2)
  const room = (size: number) => Math.floor(height / (size * leading))
  const broken = (size: number) => lines.map((line) => wrapped(line, size, width, typeface).map((part) => part.trim()))

  const whole = sizes.find(
    (size) =>
      size >= readable && lines.length <= room(size) && lines.every((line) => typeface.widthOf(line, size) <= width),
  )
  if (whole) return { lines, size: whole, isCut: false }
  const size = sizes.find((smaller) => broken(smaller).flat().length <= room(smaller))
  if (size) return { lines: broken(size).flat(), size, isCut: false }

  // The carrier can manage with the beginning of a name, but needs the last line whole.
  const parts = broken(smallestSize)
  const who = parts.slice(0, -placeLines).map(([first = '']) => first)
  const [street = [], city = []] = parts.slice(-placeLines)
  const kept = street.slice(0, Math.max(1, room(smallestSize) - who.length - city.length))
  return { lines: [...who, ...kept, ...city], size: smallestSize, isCut: true }
}
