import type { SampleRequest } from '@app/api-client'
import { addressLines, capitals } from '@app/mail-piece'
import { requesterName } from '../request-display.ts'
import { textWidth, printable } from './helvetica.ts'
import { wrapped } from './pdf.ts'

/** Letters of the Latin alphabet without their accents, which addresses do without. */
const withoutAccents = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')

/**
 * Who and where, as USPS Publication 28 prefers it: capitals, no punctuation but the hyphen of a ZIP+4, name, firm,
 * delivery line with the unit at its end, then city, state and two spaces before the ZIP.
 */
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

/** The postal service reads nothing smaller (DMM 202), in points. */
const smallestSize = 8

export type FittedBlock = { lines: string[]; size: number }

/** The largest type up to `size` in which the block is no wider than `width` points; below 8 pt lines are broken. */
export function fitted(lines: string[], size: number, width: number): FittedBlock {
  const widest = Math.max(...lines.map((line) => textWidth(line, size)))
  const fitting = widest > width ? Math.floor((size * width * 2) / widest) / 2 : size
  if (fitting >= smallestSize) return { lines, size: fitting }
  return { lines: lines.flatMap((line) => wrapped(line, smallestSize, width)), size: smallestSize }
}
