import { qrModules } from '@app/mail-piece/formats'
import { UnreadableImbError } from '../../codes/imb-decode.ts'
import { findImbs } from '../../codes/imb-find.ts'
import { readImb } from '../../codes/imb-read.ts'
import { encodeQr, qrModuleInches } from '../../codes/qr.ts'
import { readQrCodes } from '../../codes/qr-read.ts'
import { qrSquare } from '../../finish/ground.ts'
import { addressBlockOf, addressSideOf, maxAddressLines, sheetOf } from '../../geometry/piece.ts'
import { grown, holds, overlap } from '../../geometry/units.ts'
import type { QrPlaceholder } from '../../layout/laid-out-piece.ts'
import type { PageFinding, PageToCheck } from '../reading.ts'

/** Reads our barcode back from the print file's picture. */
function checkOurImb({ piece: { size, overlay }, gray }: PageToCheck): PageFinding[] {
  const lineCount = Math.min(overlay.addressLines.length, maxAddressLines(size))
  const { barcode } = addressBlockOf(size, lineCount)
  try {
    const { digits, box } = readImb(gray, addressSideOf(size).inkFree)
    if (digits === overlay.imbDigits) return []
    return [{ code: 'imb_mismatch', detail: 'The barcode does not match the number of the piece.', box }]
  } catch (error) {
    if (!(error instanceof UnreadableImbError)) throw error
    return [{ code: 'imb_unreadable', detail: `The barcode cannot be read: ${error.message}.`, box: barcode }]
  }
}

/** Our barcode must be readable, and the only one on the piece: a machine may sort by either. */
export function checkImb(checked: PageToCheck): PageFinding[] {
  const { piece, page, gray } = checked
  const { page: addressPage, inkFree } = addressSideOf(piece.size)
  const isOurs = (box: typeof inkFree) => page === addressPage && overlap(inkFree, box)
  const forged = findImbs(gray).filter(({ box }) => !isOurs(box))
  return [
    ...(page === addressPage ? checkOurImb(checked) : []),
    ...forged.map(({ box }) => ({
      code: 'imb_mismatch' as const,
      detail: 'The art contains another Intelligent Mail barcode.',
      box,
    })),
  ]
}

const thousandths = (inches: number) => String(Math.round(inches * 1000) / 1000)

/** The browser's rounding error of a code's position, in inches. */
const placeTolerance = 0.005
/** The error of a scanned code's edges, in pixels. */
const edgePixels = 2

/** Reads a QR code back from the print file's picture. */
async function checkQr({ box, url }: QrPlaceholder, { piece: { size }, gray }: PageToCheck): Promise<PageFinding[]> {
  const square = qrSquare(box)
  const module = qrModuleInches(encodeQr(url), square.width)
  const found: PageFinding[] = []
  const find = (code: PageFinding['code'], detail: string) => found.push({ code, detail, box: square })

  if (module < qrModules.minInches) {
    const min = thousandths(qrModules.minInches)
    find('qr_module_too_small', `A module is ${thousandths(module)} in wide. The minimum is ${min} in.`)
  }
  if (!holds(grown(sheetOf(size).safe, placeTolerance), square))
    find('qr_outside_safe_zone', 'The QR code is less than 0.125 in inside the trim.')
  const [reading] = await readQrCodes(gray, square)
  if (!reading) find('qr_unreadable', 'The QR code cannot be read.')
  else if (reading.text !== url) find('qr_mismatch', `The QR code opens ${reading.text} instead of ${url}.`)
  else if (reading.quietModules + edgePixels / (reading.moduleInches * gray.dpi) < qrModules.quiet) {
    const detail = `The light border is ${reading.quietModules} modules wide. The minimum is ${qrModules.quiet}.`
    find('qr_quiet_zone_too_small', detail)
  }
  return found
}

export const checkQrCodes = async (checked: PageToCheck): Promise<PageFinding[]> =>
  (await Promise.all(checked.found.qrCodes.map((code) => checkQr(code, checked)))).flat()
