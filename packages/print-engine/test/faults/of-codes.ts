import { imbBarBoxes } from '@app/mail-piece/imb-bars'
import { encodeImb } from '../../src/codes/imb-encode.ts'
import { addressBlockOf } from '../../src/geometry/piece.ts'
import { type Box, boxOf, grown } from '../../src/geometry/units.ts'
import { type Art, filled, overlay, together } from '../pieces.ts'
import { black, card, type Fault, good, nothing, over, white } from './fault.ts'

const { barcode } = addressBlockOf('4.25x6', overlay.addressLines.length)

export const qr =
  (box: Box, url = 'https://garden.example/dana-tulsa') =>
  async () => {
    const piece = await good()
    const [front, back] = piece.art
    return { ...piece, art: [{ ...front!, qrCodes: [{ page: 1, box, url }] }, back!] }
  }
export const qrBox = boxOf(3, 1.5, 1.2, 1.2)

/** A barcode like ours, drawn by a template. */
const forged = (left: number, top: number): Art =>
  together(
    filled(boxOf(left - 0.1, top - 0.1, 3.2, 0.35), white),
    ...imbBarBoxes(encodeImb('01234567094987654321')).map((bar) =>
      filled({ ...bar, left: bar.left + left, top: bar.top + top }, black),
    ),
  )

export const faultsOfCodes: Fault[] = [
  {
    name: 'another number than the assigned one',
    codes: ['imb_mismatch'],
    page: 2,
    piece: good,
    changes: async () => ({ overlay: { ...overlay, imbDigits: '0030090000019900205274104019918' } }),
  },
  { name: 'a forged barcode on the front', codes: ['imb_mismatch'], page: 1, piece: card(forged(1.5, 3.4)) },
  { name: 'a forged barcode on the back', codes: ['imb_mismatch'], page: 2, piece: card(nothing, forged(1.6, 1.4)) },
  {
    name: 'a forged barcode over ours',
    codes: ['imb_mismatch'],
    page: 2,
    piece: good,
    tamper: over(2, together(filled(grown(barcode, 0.01), white), forged(barcode.left, barcode.top))),
  },
  {
    name: 'a line across the barcode',
    codes: ['imb_unreadable'],
    page: 2,
    piece: good,
    tamper: over(2, filled(boxOf(barcode.left - 0.1, barcode.top + 0.05, 3.2, 0.05), black)),
  },
  {
    name: 'a bar that is missing',
    codes: ['imb_unreadable'],
    page: 2,
    piece: good,
    tamper: over(2, filled(boxOf(barcode.left + 20 / 22 - 0.01, barcode.top, 0.04, 0.145), white)),
  },
  {
    name: 'a barcode that is missing',
    codes: ['imb_unreadable'],
    page: 2,
    piece: good,
    tamper: over(2, filled(grown(barcode, 0.01), white)),
  },
  { name: 'a QR code that is too small', codes: ['qr_module_too_small'], page: 1, piece: qr(boxOf(3, 1.5, 0.6, 0.6)) },
  {
    name: 'a QR code with too long an address',
    codes: ['qr_module_too_small'],
    page: 1,
    piece: qr(boxOf(3, 1.5, 1, 1), `https://garden.example/${'a'.repeat(120)}`),
  },
  {
    name: 'a QR code that opens another address',
    codes: ['qr_mismatch'],
    page: 1,
    piece: qr(qrBox),
    changes: async () => ({ art: (await qr(qrBox, 'https://garden.example/marcus-reno')()).art }),
  },
  {
    name: 'ink over a QR code',
    codes: ['qr_unreadable'],
    page: 1,
    piece: qr(qrBox),
    tamper: over(1, filled(boxOf(3.1, 1.9, 1, 0.4), black)),
  },
  {
    name: 'ink beside a QR code',
    codes: ['qr_quiet_zone_too_small'],
    page: 1,
    piece: qr(qrBox),
    tamper: over(1, filled(boxOf(2.9, 1.4, 0.16, 1.4), black)),
  },
]
