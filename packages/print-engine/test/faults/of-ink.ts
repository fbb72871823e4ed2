import { addressSideOf, type PieceSize, sheetOf } from '../../src/geometry/piece.ts'
import { boxOf, grown } from '../../src/geometry/units.ts'
import { colorImage, drawn, filled, image, pieceOf, together, written } from '../pieces.ts'
import { black, blue, card, type Fault, goodBack, letter, nothing, text, white } from './fault.ts'

const zone = addressSideOf('4.25x6').inkFree

const partial = ([left, top, right, bottom]: readonly [number, number, number, number], size: PieceSize = '4.25x6') => {
  const { width, height } = sheetOf(size).page
  return () =>
    pieceOf(
      size,
      together(filled(boxOf(left, top, width - left - right, height - top - bottom), blue), text('Headline', 0.5, 0.9)),
      goodBack,
    )
}

export const faultsOfInk: Fault[] = [
  ...(
    [
      ['a picture in a corner of', filled(boxOf(zone.left - 1, zone.top - 0.3, 1.05, 0.4), blue)],
      ['a hairline through', filled(boxOf(zone.left - 0.5, zone.top + 1, 4, 0.004), black)],
      ['a dot in', filled(boxOf(zone.left + 1, zone.top + 1, 0.02, 0.02), black)],
      ['a light tint over', filled(grown(zone, 0.2), [0.96, 0.96, 0.96])],
      ['a yellow tint over', filled(grown(zone, -0.2), [1, 1, 0.8])],
      ['text in', text('Hello', zone.left + 0.5, zone.top + 0.5)],
      [
        'white text in',
        written('Hello', { left: zone.left + 0.5, baseline: zone.top + 2, typeInches: 0.2 }, '1 1 1 rg'),
      ],
    ] as const
  ).map(([name, art]): Fault => ({
    name: `${name} the ink-free zone`,
    codes: ['ink_free_zone_not_empty'],
    page: 2,
    piece: card(nothing, art),
  })),
  {
    name: "a picture in the recipient's window",
    codes: ['ink_free_zone_not_empty'],
    piece: letter(filled(boxOf(3, 2, 0.5, 0.5), blue)),
  },
  ...(
    [
      ['left edge', [0.125, 0, 0, 0]],
      ['top edge', [0, 0.125, 0, 0]],
      ['right edge', [0, 0, 0.125, 0]],
      ['bottom edge', [0, 0, 0, 0.125]],
      ['four edges, at the trim', [0.125, 0.125, 0.125, 0.125]],
      ['left edge, by 0.04 in', [0.04, 0, 0, 0]],
      ['right edge, just inside the trim', [0, 0, 0.14, 0]],
    ] as const
  ).map(([name, edges]): Fault => ({
    name: `art that ends short of the ${name}`,
    codes: ['bleed_incomplete'],
    page: 1,
    piece: partial(edges),
  })),
  {
    name: 'a photo on half of an edge that ends at the trim',
    codes: ['bleed_incomplete'],
    page: 2,
    piece: card(nothing, filled(boxOf(0, 3, 2, 1.375), blue)),
  },
  {
    name: 'a line of 0.2 pt',
    codes: ['line_too_thin'],
    page: 1,
    piece: card(filled(boxOf(3, 1.5, 1, 0.2 / 72), black)),
  },
  {
    name: 'a drawn line of 0.1 pt',
    codes: ['line_too_thin'],
    page: 2,
    piece: card(nothing, drawn('0 0 0 RG 0.1 w 40 200 m 100 210 l S')),
  },
  {
    name: 'a line that a group makes thin',
    codes: ['line_too_thin'],
    page: 2,
    piece: card(nothing, drawn('q 0.1 0 0 0.1 0 0 cm 0 0 0 RG 1 w 400 2000 m 1000 2100 l S Q')),
  },
  {
    name: 'a white line of 0.4 pt on a photo',
    codes: ['line_too_thin'],
    page: 1,
    piece: card(together(image(boxOf(3, 2, 1, 1), [300, 300], 60), filled(boxOf(3, 2.5, 1, 0.4 / 72), white))),
  },
  {
    name: 'a photo with too much ink',
    codes: ['ink_coverage_high'],
    page: 1,
    piece: card(colorImage(boxOf(3, 2, 1, 1), [300, 300], [4, 4, 6])),
  },
  {
    name: 'large black text on a color that has much ink itself',
    codes: ['ink_coverage_high'],
    page: 1,
    piece: card(together(filled(boxOf(2.5, 1, 3.2, 2.5), [0.1, 0.3, 0.45]), text('MM', 2.7, 2.9, 2))),
  },
  {
    name: 'a dark color on uncoated paper',
    codes: ['ink_coverage_high'],
    piece: letter(filled(boxOf(1, 6, 2, 0.8), [0.04, 0.04, 0.12])),
  },
  {
    name: 'large art that ends at the trim',
    codes: ['bleed_incomplete'],
    page: 1,
    piece: partial([0, 0, 0.125, 0], '6x11'),
  },
]
