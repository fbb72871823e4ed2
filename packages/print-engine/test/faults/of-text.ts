import type { PieceSize } from '../../src/geometry/piece.ts'
import { addressSideOf, foldStripsOf, sheetOf } from '../../src/geometry/piece.ts'
import { boxOf } from '../../src/geometry/units.ts'
import { artOf, drawn, filled, overlay, together, written } from '../pieces.ts'
import { black, card, type Fault, good, goodFront, letter, nothing, over, text } from './fault.ts'
import { qr, qrBox } from './of-codes.ts'

const { trim, safe } = sheetOf('4.25x6')
const zone = addressSideOf('4.25x6').inkFree

const clipped = (kind: 'clipped' | 'overflows') => async () => {
  const piece = await good()
  const [front, back] = piece.art
  return {
    ...piece,
    art: [front!, { ...back!, clipped: [{ page: 1, box: boxOf(1, 1, 1, 0.2), text: 'Too long', kind }] }],
  }
}

const fold = (size: PieceSize, place: number) => text('On the fold', 1, foldStripsOf(size)[place]!.top + 0.07)
export const faultsOfText: Fault[] = [
  ...(
    [
      ['left', text('Edge', safe.left - 0.05, 2)],
      ['right', text('Edge', safe.left + safe.width - 0.34, 2)],
      ['top', text('Edge', 2, safe.top + 0.1)],
      ['bottom', text('Edge', 2, safe.top + safe.height + 0.01)],
    ] as const
  ).map(([name, art]): Fault => ({
    name: `text at the ${name} edge`,
    codes: ['text_outside_safe_zone'],
    page: 1,
    piece: card(art),
  })),
  {
    name: 'text across the trim',
    codes: ['text_outside_safe_zone'],
    page: 1,
    piece: card(text('Cut through', trim.left - 0.3, 2)),
  },
  { name: 'text at the edge of a letter', codes: ['text_outside_safe_zone'], piece: letter(text('Edge', 0.05, 5)) },
  { name: 'text of 4 pt', codes: ['text_too_small'], page: 1, piece: card(text('Terms apply', 3, 1.5, 4 / 72)) },
  {
    name: 'white text of 5 pt on black',
    codes: ['text_too_small'],
    page: 1,
    piece: card(
      together(
        filled(boxOf(3, 1.2, 1.5, 0.4), black),
        written('Terms apply', { left: 3.1, baseline: 1.4, typeInches: 5 / 72 }, '1 1 1 rg'),
      ),
    ),
  },
  {
    name: 'light gray text',
    codes: ['text_too_light'],
    page: 2,
    piece: card(nothing, written('Terms apply', { left: 0.4, baseline: 1.7, typeInches: 8 / 72 }, '0.7 0.7 0.7 rg')),
  },
  {
    name: 'yellow text',
    codes: ['text_too_light'],
    page: 2,
    piece: card(nothing, written('Terms apply', { left: 0.4, baseline: 1.7, typeInches: 8 / 72 }, '1 0.9 0.2 rg')),
  },
  ...(
    [
      ['white text on paper', '1 1 1 rg', 0.3],
      ['small white text on paper', '1 1 1 rg', 8 / 72],
      ['yellow text on paper', '1 1 0 rg', 0.3],
      ['text in a tint of 7%', '0.93 0.93 0.93 rg', 0.3],
    ] as const
  ).map(([name, color, typeInches]): Fault => ({
    name,
    codes: ['text_invisible'],
    page: 2,
    piece: card(nothing, written('Terms apply', { left: 0.4, baseline: 1.7, typeInches }, color)),
  })),
  {
    name: 'white text on a light gray',
    codes: ['text_invisible'],
    page: 1,
    piece: card(
      together(
        filled(boxOf(2.5, 1, 3, 0.8), [0.96, 0.96, 0.94]),
        written('Sale', { left: 2.7, baseline: 1.6, typeInches: 0.4 }, '1 1 1 rg'),
      ),
    ),
  },
  {
    name: 'text under a picture',
    codes: ['text_invisible'],
    page: 1,
    piece: card(together(text('Covered', 3.2, 2.5, 0.1), drawn('0.7 0.85 1 rg 216 108 108 72 re f'))),
  },
  { name: 'text on the first fold', codes: ['text_on_fold'], piece: letter(fold('8.5x11', 0)) },
  { name: 'text on the second fold', codes: ['text_on_fold'], piece: letter(fold('8.5x11', 1)) },
  {
    name: 'text on the third fold of a long letter',
    codes: ['text_on_fold'],
    piece: letter(fold('8.5x14', 2), '8.5x14'),
  },
  {
    name: "text in the sender's window",
    codes: ['text_in_window'],
    piece: letter(text('Sender', 3, 1.3)),
  },
  {
    name: "text in the recipient's window",
    codes: ['text_in_window'],
    piece: letter(text('Hello', 3, 2)),
  },
  ...(
    [
      ["below the recipient's window", text('June 30', 1, 3)],
      ["to the left of the recipient's window", text('Re', 0.2, 2.2)],
      ["below the sender's window", text('Sender', 1, 1.6)],
    ] as const
  ).map(([name, art]): Fault => ({ name: `text ${name}`, codes: ['text_near_window'], piece: letter(art) })),
  { name: 'text under the permit', codes: ['text_under_overlay'], page: 2, piece: card(nothing, text('Hi', 5, 0.8)) },
  {
    name: 'text under the return address',
    codes: ['text_under_overlay'],
    page: 2,
    piece: card(nothing, text('Hi', 0.6, 0.6)),
  },
  {
    name: 'text under a QR code',
    codes: ['text_under_overlay'],
    page: 1,
    async piece() {
      const piece = await qr(qrBox)()
      const { pdf } = await artOf('4.25x6', together(goodFront('4.25x6'), text('Scan', 3.4, 2)))
      return { ...piece, art: piece.art.with(0, { ...piece.art[0]!, pdf }) }
    },
  },
  { name: 'text that is cut off', codes: ['text_clipped'], page: 2, piece: clipped('clipped') },
  { name: 'text that overflows', codes: ['text_overflows'], page: 2, piece: clipped('overflows') },
]

const smallLine = (baseline: number, typeInches: number) =>
  written('BOX 1', { left: zone.left + 0.2, baseline, typeInches }, '0 0 0 1 k')

export const faultsOfAddresses: Fault[] = [
  {
    name: 'an address in 7.5 pt',
    codes: ['address_type_too_small'],
    page: 2,
    piece: good,
    tamper: over(2, smallLine(zone.top + 1.7, 7.5 / 72)),
  },
  {
    name: 'a line below the read area',
    codes: ['address_outside_read_area'],
    page: 2,
    piece: good,
    tamper: over(2, smallLine(zone.top + 2.2, 0.145)),
  },
  {
    name: 'a line that leaves the read area to the right',
    codes: ['address_outside_read_area'],
    page: 2,
    piece: async () => ({ ...(await good()), overlay: { ...overlay, addressLines: ['X'.repeat(34), 'TULSA OK'] } }),
  },
  {
    name: 'characters that no typeface has',
    codes: ['address_character_missing'],
    page: 2,
    piece: async () => ({ ...(await good()), overlay: { ...overlay, addressLines: ['漢字 SAMPLE', 'TULSA OK'] } }),
  },
]
