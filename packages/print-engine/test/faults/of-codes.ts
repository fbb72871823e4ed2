import { imbBarBoxes } from '@app/mail-piece/imb-bars'
import { encodeImb } from '../../src/codes/imb-encode.ts'
import { addressBlockOf, addressSideOf } from '../../src/geometry/piece.ts'
import { type Box, boxOf, grown } from '../../src/geometry/units.ts'
import { type Art, filled, overlay, type Tampering, together, written } from '../pieces.ts'
import { black, card, type FaultyPiece, nothing, over, textFaultAt, white } from './fault.ts'

const bars = (left: number, top: number): Art =>
  together(
    ...imbBarBoxes(encodeImb('01234567094987654321')).map((bar) =>
      filled({ ...bar, left: bar.left + left, top: bar.top + top }, black),
    ),
  )

/** A barcode like ours, drawn by a template. */
export const forgedImb = (left: number, top: number): Art =>
  together(filled(boxOf(left - 0.1, top - 0.1, 3.2, 0.35), white), bars(left, top))

const { barcode } = addressBlockOf('4.25x6', overlay.addressLines.length)

const wrongBarcode = (
  name: string,
  code: 'imb_mismatch' | 'imb_unreadable',
  change: Pick<FaultyPiece, 'tamper' | 'changes'>,
): FaultyPiece => ({ name, faults: [{ name, code, page: 2, box: barcode }], piece: card(nothing), ...change })

const oddDigits = async () => ({ overlay: { ...overlay, imbDigits: '0030090000019900205274104019918' } })

const url = 'https://garden.example/dana-tulsa'
const otherUrl = 'https://garden.example/marcus-reno'
const longUrl = `https://garden.example/${'a'.repeat(120)}`

interface PlantedCode {
  name: string
  code: 'qr_module_too_small' | 'qr_mismatch' | 'qr_unreadable' | 'qr_quiet_zone_too_small' | 'text_under_overlay'
  box: Box
  url: string
  /** The requested URL. */
  asked?: string
}
const qrCodes: PlantedCode[] = [
  { name: 'a small one', code: 'qr_module_too_small', box: boxOf(3, 1.2, 0.6, 0.6), url },
  { name: 'a long address', code: 'qr_module_too_small', box: boxOf(5, 1.2, 1, 1), url: longUrl },
  { name: 'another address', code: 'qr_mismatch', box: boxOf(7, 1.2, 1.2, 1.2), url, asked: otherUrl },
  { name: 'ink over it', code: 'qr_unreadable', box: boxOf(9, 1.2, 1.2, 1.2), url },
  { name: 'ink beside it', code: 'qr_quiet_zone_too_small', box: boxOf(3, 3, 1.2, 1.2), url },
  { name: 'text under it', code: 'text_under_overlay', box: boxOf(5, 3, 1.2, 1.2), url },
]
const inkByCodes = over(1, together(filled(boxOf(9.1, 1.6, 1, 0.4), black), filled(boxOf(2.9, 2.9, 0.16, 1.4), black)))

const qrPiece =
  (addressOf: (code: PlantedCode) => string): FaultyPiece['piece'] =>
  async () => {
    const piece = await card(textFaultAt(1)('', 'text_under_overlay', 'Scan', 5.4, 3.5).art, nothing, '6x11')()
    const [front, back] = piece.art
    const placed = qrCodes.map((code) => ({ page: 1, box: code.box, url: addressOf(code) }))
    return { ...piece, art: [{ ...front!, qrCodes: placed }, back!] }
  }

const zone = addressSideOf('6x11').inkFree
const smallPrint = (baseline: number, typeInches: number) =>
  written('BOX 1', { left: zone.left + 0.2, baseline, typeInches }, '0 0 0 1 k')
const besideAddress = over(2, together(smallPrint(zone.top + 1.7, 7.5 / 72), smallPrint(zone.top + 2.2, 0.145)))

const both =
  (...changes: Tampering[]): Tampering =>
  async (document) => {
    for (const change of changes) await change(document)
  }

export const faultsOfCodes: FaultyPiece[] = [
  wrongBarcode('another number than the assigned one', 'imb_mismatch', { changes: oddDigits }),
  wrongBarcode('a forged barcode over ours', 'imb_mismatch', {
    tamper: over(2, together(filled(grown(barcode, 0.01), white), bars(barcode.left, barcode.top))),
  }),
  wrongBarcode('a line across the barcode', 'imb_unreadable', {
    tamper: over(2, filled(boxOf(barcode.left - 0.1, barcode.top + 0.05, 3.2, 0.05), black)),
  }),
  wrongBarcode('a bar that is missing', 'imb_unreadable', {
    tamper: over(2, filled(boxOf(barcode.left + 20 / 22 - 0.01, barcode.top, 0.04, 0.145), white)),
  }),
  wrongBarcode('a barcode that is missing', 'imb_unreadable', {
    tamper: over(2, filled(grown(barcode, 0.01), white)),
  }),
  {
    name: 'QR codes, and what stands beside an address',
    faults: [
      ...qrCodes.map(({ name, code, box }) => ({ name, code, box, page: 1 })),
      {
        name: 'an address in 7.5 pt',
        code: 'address_type_too_small',
        page: 2,
        box: boxOf(zone.left, zone.top + 1.6, 2, 0.1),
      },
      {
        name: 'a line below the read area',
        code: 'address_outside_read_area',
        page: 2,
        box: boxOf(zone.left, zone.top + 2.1, 2, 0.1),
      },
    ],
    piece: qrPiece((code) => code.url),
    tamper: both(inkByCodes, besideAddress),
    changes: async () => ({ art: (await qrPiece((code) => code.asked ?? code.url)()).art }),
  },
  {
    name: 'an address',
    faults: [
      { name: 'a line that is too long', code: 'address_outside_read_area', page: 2 },
      { name: 'characters that no typeface has', code: 'address_character_missing', page: 2, detail: '漢' },
    ],
    piece: async () => ({
      ...(await card(nothing)()),
      overlay: { ...overlay, addressLines: ['漢字 SAMPLE', 'X'.repeat(34), 'TULSA OK'] },
    }),
  },
]
