import { qrModules } from '@app/mail-piece/formats'
import { encodeQR } from 'etiket/qr'
import { type Box, boxOf } from '../geometry/units.ts'

/** The rows of a QR code from the top, each from the left: true is a dark module. */
export type QrMatrix = readonly (readonly boolean[])[]

/** The code's capacity in bytes at error correction level M, in the largest version. */
const maxBytes = 2331

/**
 * A QR code with error correction level M: it can be read with up to 15% of it damaged.
 * @throws {RangeError} for an empty text, and for one that no QR code can hold.
 */
export function encodeQr(text: string): QrMatrix {
  if (!text || Buffer.byteLength(text) > maxBytes)
    throw new RangeError(`A QR code holds between 1 and ${maxBytes} bytes`)
  return encodeQR(text, { ecLevel: 'M' })
}

/** The side of one module when the code and its quiet zone fill a square. In inches. */
export const qrModuleInches = (matrix: QrMatrix, sideInches: number): number =>
  sideInches / (matrix.length + 2 * qrModules.quiet)

/** The runs of dark modules in a row: the first, and how many. */
const darkRuns = (row: readonly boolean[]) =>
  [...row.map(Number).join('').matchAll(/1+/g)].map((run) => ({ from: run.index, length: run[0].length }))

/**
 * The dark boxes of a code whose square, quiet zone included, has this corner and side: one for each run of modules in a
 * row, so that no hairline shows between two modules.
 */
export function qrBoxes(matrix: QrMatrix, left: number, top: number, sideInches: number): Box[] {
  const module = qrModuleInches(matrix, sideInches)
  return matrix.flatMap((row, line) =>
    darkRuns(row).map(({ from, length }) =>
      boxOf(left + (qrModules.quiet + from) * module, top + (qrModules.quiet + line) * module, length * module, module),
    ),
  )
}
