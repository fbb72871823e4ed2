import { qrModules } from '@app/mail-piece/formats'
import { encodeQR } from 'etiket/qr'
import { type Box, boxOf } from '../geometry/units.ts'

/** The rows of a QR code, from the top, each from the left. True is a dark module. */
export type QrMatrix = readonly (readonly boolean[])[]

/** Capacity of the largest version in bytes, at error correction level M. */
const maxBytes = 2331

/**
 * A QR code with error correction level M, which stays readable with up to 15% of it damaged.
 * @throws {RangeError} for an empty text, and for one that is too long
 */
export function encodeQr(text: string): QrMatrix {
  if (!text || Buffer.byteLength(text) > maxBytes)
    throw new RangeError(`A QR code holds between 1 and ${maxBytes} bytes`)
  return encodeQR(text, { ecLevel: 'M' })
}

/** The side of one module if the code and its quiet zone fill a square. In inches. */
export const qrModuleInches = (matrix: QrMatrix, sideInches: number): number =>
  sideInches / (matrix.length + 2 * qrModules.quiet)

/** The runs of dark modules in a row: the first index and the length. */
const darkRuns = (row: readonly boolean[]) =>
  [...row.map(Number).join('').matchAll(/1+/g)].map((run) => ({ from: run.index, length: run[0].length }))

/**
 * The dark boxes of a code whose square, including the quiet zone, has this corner and side. Each run of modules in a
 * row is one box, so that no hairline shows between modules.
 */
export function qrBoxes(matrix: QrMatrix, left: number, top: number, sideInches: number): Box[] {
  const module = qrModuleInches(matrix, sideInches)
  return matrix.flatMap((row, line) =>
    darkRuns(row).map(({ from, length }) =>
      boxOf(left + (qrModules.quiet + from) * module, top + (qrModules.quiet + line) * module, length * module, module),
    ),
  )
}
