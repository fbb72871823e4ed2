import type { SampleRequest } from '@app/api-client'
import { addressLines, capitals } from '@app/mail-piece'
import { requesterName } from '../request-display.ts'
import { textWidth, printable } from './helvetica.ts'
import { wrapped } from './pdf.ts'

/** Letters of the Latin alphabet without their accents, which addresses do without. */
const withoutAccents = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')

/** Who and where, as USPS Publication 28 prefers it: name, firm, delivery line, then city, state and ZIP. */
export function addressBlock(request: SampleRequest): string[] {
  const { company, addressLine1, addressLine2, city, state, zip } = request
  const [name = '', ...place] = addressLines({
    name: requesterName(request),
    street: addressLine1,
    ...(addressLine2 && { unit: addressLine2 }),
    city,
    state,
    zip,
  })
  const lines = [name, ...(company ? [capitals(company)] : []), ...place]
  return lines.map((line) => printable(withoutAccents(line)))
}

/** Delivery line and city: no letter arrives without them. */
const placeLines = 2

/** The postal service reads nothing smaller (DMM 202), in points. */
const smallestSize = 8

/** From one base line to the next, in sizes of the type. */
export const leading = 1.2

/** Points. Type below `readable` is used only when broken lines do not fit either. */
type Box = { width: number; height: number; largest: number; readable: number }

export type FittedBlock = {
  lines: string[]
  size: number
  /** Something had to be left out. */
  isCut: boolean
}

/** The block in the largest type in which it fits: each line whole if the type stays readable, else broken. */
export function fitted(lines: string[], { width, height, largest, readable }: Box): FittedBlock {
  const sizes = Array.from({ length: (largest - smallestSize) * 2 + 1 }, (_, step) => largest - step / 2)
  const room = (size: number) => Math.floor(height / (size * leading))
  const broken = (size: number) => lines.map((line) => wrapped(line, size, width).map((part) => part.trim()))

  const whole = sizes.find(
    (size) => size >= readable && lines.length <= room(size) && lines.every((line) => textWidth(line, size) <= width),
  )
  if (whole) return { lines, size: whole, isCut: false }
  const size = sizes.find((smaller) => broken(smaller).flat().length <= room(smaller))
  if (size) return { lines: broken(size).flat(), size, isCut: false }

  // The carrier can do with the beginning of a name, and not without the last line.
  const parts = broken(smallestSize)
  const who = parts.slice(0, -placeLines).map(([first = '']) => first)
  const [street = [], city = []] = parts.slice(-placeLines)
  const kept = street.slice(0, Math.max(1, room(smallestSize) - who.length - city.length))
  return { lines: [...who, ...kept, ...city], size: smallestSize, isCut: true }
}
