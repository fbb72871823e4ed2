import {
  concatTransformationMatrix,
  popGraphicsState,
  pushGraphicsState,
  StandardFonts,
  type PDFPage,
} from '@cantoo/pdf-lib'
import { addressSideOf, foldStripsOf, type PieceSize, sheetOf } from '../../src/geometry/piece.ts'
import { type Box, boxOf, grown } from '../../src/geometry/units.ts'
import { type Art, artOf, colorImage, drawn, filled, image, pieceOf, together, written } from '../pieces.ts'
import { forgedImb } from './of-codes.ts'
import {
  black,
  blue,
  card,
  drawnOn,
  type DrawnFault,
  type Fault,
  type FaultyPiece,
  faultAt,
  goodBack,
  goodFront,
  goodPage,
  nothing,
  on,
  textFaultAt,
  white,
} from './fault.ts'

/** The art in a separate group, placed by a matrix. */
const grouped =
  (art: Art, ...matrix: [number, number, number, number, number, number]): Art =>
  async (page, document) => {
    page.node.normalize()
    page.pushOperators(pushGraphicsState(), concatTransformationMatrix(...matrix))
    const inner = await artOf('4.25x6', art)
    const [embedded] = await document.embedPdf(inner.pdf, [0])
    page.drawPage(embedded!)
    page.pushOperators(popGraphicsState())
  }

const standardText: Art = async (page: PDFPage, document) => {
  page.drawText('Not embedded', { x: 100, y: 150, size: 12, font: await document.embedFont(StandardFonts.Helvetica) })
}

const { safe, trim } = sheetOf('6x11')
const onFront = faultAt(1)
const frontText = textFaultAt(1)
const enlarged = grouped(image(boxOf(1, 1, 0.5, 0.5), [150, 150]), 3, 0, 0, 3, 400, -500)
const turned = grouped(image(boxOf(3, 2, 1, 1), [100, 100]), 0.8, 0.6, -0.6, 0.8, 150, -120)
const imageFault = (name: string, kind: 'low' | 'too_low', box: Box, drawing: Art | readonly [number, number]) =>
  onFront(
    `an image ${name}`,
    `image_resolution_${kind}`,
    box,
    typeof drawing === 'function' ? drawing : image(box, drawing),
  )
const front: DrawnFault[] = [
  imageFault('of 120 pixels an inch', 'too_low', boxOf(3, 1.5, 2, 1.5), [240, 180]),
  imageFault('of 200 pixels an inch', 'low', boxOf(5.5, 1.5, 1.5, 1), [300, 200]),
  imageFault('of 290 pixels an inch', 'low', boxOf(7.5, 1.5, 1, 1), [290, 290]),
  imageFault('that is stretched', 'too_low', boxOf(5, 4.7, 3, 1), [300, 300]),
  imageFault('that a group enlarges', 'too_low', boxOf(8.6, 2.7, 1.4, 1.4), enlarged),
  imageFault('that is turned', 'too_low', boxOf(3.4, 4, 0.5, 0.5), turned),
  onFront('a line of 0.2 pt', 'line_too_thin', boxOf(5.5, 3, 1, 0.01), filled(boxOf(5.5, 3, 1, 0.2 / 72), black)),
  on(
    image(boxOf(9.5, 1.2, 1, 1), [300, 300], 60),
    onFront(
      'a white line of 0.4 pt on a photo',
      'line_too_thin',
      boxOf(9.5, 1.7, 1, 0.01),
      filled(boxOf(9.5, 1.7, 1, 0.4 / 72), white),
    ),
  ),
  onFront(
    'a photo with too much ink',
    'ink_coverage_high',
    boxOf(1, 4.5, 1, 1),
    colorImage(boxOf(1, 4.5, 1, 1), [300, 300], [4, 4, 6]),
  ),
  frontText('text of 4 pt', 'text_too_small', 'Terms apply', 3, 1.2, 4 / 72),
  on(
    filled(boxOf(5, 0.8, 1.5, 0.4), black),
    frontText('white text of 5 pt on black', 'text_too_small', 'Terms apply', 5.1, 1, 5 / 72, '1 1 1 rg'),
  ),
  on(
    filled(boxOf(7, 0.5, 2, 0.7), [0.96, 0.96, 0.94]),
    frontText('white text on a light gray', 'text_invisible', 'Sale', 7.2, 1.1, 0.4, '1 1 1 rg'),
  ),
  {
    ...frontText('text under a picture', 'text_invisible', 'Covered', 8.6, 5, 0.1),
    art: together(
      written('Covered', { left: 8.6, baseline: 5, typeInches: 0.1 }),
      drawn('0.7 0.85 1 rg 605 68 108 43 re f'),
    ),
  },
  frontText('characters that no font has', 'text_character_missing', '漢字', 10.2, 5.5),
  frontText('text at the left edge', 'text_outside_safe_zone', 'Edge', safe.left - 0.05, 3.4),
  frontText('text at the right edge', 'text_outside_safe_zone', 'Edge', safe.left + safe.width - 0.34, 4.5),
  frontText('text at the top edge', 'text_outside_safe_zone', 'Edge', 4, safe.top + 0.1),
  frontText('text at the bottom edge', 'text_outside_safe_zone', 'Edge', 4, safe.top + safe.height + 0.01),
  frontText('text across the trim', 'text_outside_safe_zone', 'Cut through', trim.left - 0.3, 5.8),
  onFront('a forged barcode on the front', 'imb_mismatch', boxOf(5.3, 3.9, 2.9, 0.15), forgedImb(5.3, 3.9)),
]

const onBack = faultAt(2)
const backText = textFaultAt(2)
const terms = 'Terms apply'
const back: DrawnFault[] = [
  backText('light gray text', 'text_too_light', terms, 0.4, 1.3, 8 / 72, '0.7 0.7 0.7 rg'),
  backText('yellow text', 'text_too_light', terms, 1.6, 1.3, 8 / 72, '1 0.9 0.2 rg'),
  backText('small white text on paper', 'text_invisible', terms, 2.8, 1.3, 8 / 72, '1 1 1 rg'),
  backText('white text on paper', 'text_invisible', terms, 0.4, 1.8, 0.2, '1 1 1 rg'),
  backText('yellow text on paper', 'text_invisible', terms, 2, 1.8, 0.2, '1 1 0 rg'),
  backText('text in a tint of 7%', 'text_invisible', terms, 3.6, 1.8, 0.2, '0.93 0.93 0.93 rg'),
  onBack(
    'a drawn line of 0.1 pt',
    'line_too_thin',
    boxOf(4, 2.2, 0.9, 0.2),
    drawn('0 0 0 RG 0.1 w 290 280 m 350 290 l S'),
  ),
  onBack(
    'a line that a group makes thin',
    'line_too_thin',
    boxOf(5.2, 2.2, 0.9, 0.2),
    drawn('q 0.1 0 0 0.1 0 0 cm 0 0 0 RG 1 w 3800 2800 m 4400 2900 l S Q'),
  ),
  on(
    filled(boxOf(0.5, 3.2, 3.2, 2.5), [0.1, 0.3, 0.45]),
    backText('large black text on a color that has much ink itself', 'ink_coverage_high', 'MM', 0.7, 5.1, 2),
  ),
  onBack('a forged barcode on the back', 'imb_mismatch', boxOf(4.2, 0.6, 2.9, 0.15), forgedImb(4.2, 0.6)),
  backText('text under the permit', 'text_under_overlay', 'Hi', 9.9, 0.8),
  backText('text under the return address', 'text_under_overlay', 'Hi', 0.6, 0.6),
]

const clipped = (kind: 'clipped' | 'overflows', left: number) => ({
  page: 1,
  box: boxOf(left, 5.2, 0.5, 0.2),
  text: 'Too long',
  kind,
})

const largeCard: FaultyPiece = {
  name: 'a large postcard',
  faults: [
    ...front,
    ...back,
    { name: 'text that is cut off', code: 'text_clipped', page: 2, box: boxOf(4.5, 5.2, 0.5, 0.2) },
    { name: 'text that overflows', code: 'text_overflows', page: 2, box: boxOf(5.5, 5.2, 0.5, 0.2) },
  ],
  async piece() {
    const piece = await card(drawnOn(1, front), drawnOn(2, back), '6x11')()
    const [one, other] = piece.art
    return { ...piece, art: [one!, { ...other!, clipped: [clipped('clipped', 4.5), clipped('overflows', 5.5)] }] }
  },
}

const onFold = (page: number, size: PieceSize, place: number) =>
  textFaultAt(page)(
    `text on fold ${place + 1}`,
    'text_on_fold',
    'On the fold',
    1,
    foldStripsOf(size)[place]!.top + 0.07,
  )

const letterText = textFaultAt(1)
const onLetter: DrawnFault[] = [
  onFold(1, '8.5x11', 0),
  onFold(1, '8.5x11', 1),
  letterText("text in the sender's window", 'text_in_window', 'Sender', 3, 1.3),
  letterText("text in the recipient's window", 'text_in_window', 'Hello', 2.5, 2),
  letterText("text below the recipient's window", 'text_near_window', 'June 30', 1, 3),
  letterText("text to the left of the recipient's window", 'text_near_window', 'Re', 0.2, 2.2),
  letterText("text below the sender's window", 'text_near_window', 'Sender', 1, 1.6),
  letterText('text at the edge of a letter', 'text_outside_safe_zone', 'Edge', 0.05, 5),
  faultAt(1)(
    "a picture in the recipient's window",
    'ink_free_zone_not_empty',
    boxOf(4, 2.2, 0.4, 0.3),
    filled(boxOf(4, 2.2, 0.4, 0.3), blue),
  ),
  faultAt(1)(
    'a dark color on uncoated paper',
    'ink_coverage_high',
    boxOf(1, 6, 2, 0.8),
    filled(boxOf(1, 6, 2, 0.8), [0.04, 0.04, 0.12]),
  ),
]

/** Art that stops short of the edges of the front by this many inches, clockwise from the left. */
const shortOf = (left: number, top: number, right: number, bottom: number): Art => {
  const { width, height } = sheetOf('4.25x6').page
  return together(
    filled(boxOf(left, top, width - left - right, height - top - bottom), blue),
    written('Headline', { left: 0.5, baseline: 0.9, typeInches: 0.15 }),
  )
}
const shortFront = (edge: string, inches: string): Fault => ({
  name: `art that ends ${inches} in short of the ${edge} edge`,
  code: 'bleed_incomplete',
  page: 1,
  detail: `${inches} in inside the ${edge} edge`,
})

const zone = addressSideOf('4.25x6').inkFree
const inZone = (name: string, art: Art): FaultyPiece => ({
  name: `${name} the ink-free zone`,
  faults: [{ name: `${name} the ink-free zone`, code: 'ink_free_zone_not_empty', page: 2, box: zone }],
  piece: card(nothing, art),
})

export const faultsOfArt: FaultyPiece[] = [
  largeCard,
  {
    name: 'a letter',
    faults: [...onLetter, { name: 'an empty second page', code: 'page_blank', page: 2 }],
    piece: () => pieceOf('8.5x11', together(goodPage, drawnOn(1, onLetter)), nothing),
  },
  {
    name: 'a long letter',
    faults: [onFold(1, '8.5x14', 2)],
    piece: () => pieceOf('8.5x14', together(goodPage, onFold(1, '8.5x14', 2).art)),
  },
  {
    name: 'art that ends at the trim',
    faults: [
      ...['left', 'bottom'].map((edge) => shortFront(edge, '0.13')),
      ...['top', 'right'].map((edge) => shortFront(edge, '0.12')),
      { name: 'a photo on half of an edge', code: 'bleed_incomplete', page: 2, detail: 'bottom edge' },
    ],
    piece: () =>
      pieceOf('4.25x6', shortOf(0.125, 0.125, 0.125, 0.125), together(goodBack, filled(boxOf(0, 3, 2, 1.375), blue))),
  },
  {
    name: 'art that ends just outside and just inside of the trim',
    faults: [shortFront('left', '0.04'), shortFront('right', '0.14')],
    piece: () => pieceOf('4.25x6', shortOf(0.04, 0, 0.14, 0), goodBack),
  },
  inZone('a dot in', filled(boxOf(zone.left + 1, zone.top + 1, 0.02, 0.02), black)),
  inZone('a light tint over', filled(grown(zone, 0.2), [0.96, 0.96, 0.96])),
  inZone('a yellow tint over', filled(grown(zone, -0.2), [1, 1, 0.8])),
  inZone(
    'white text in',
    written('Hello', { left: zone.left + 0.5, baseline: zone.top + 2, typeInches: 0.2 }, '1 1 1 rg'),
  ),
  {
    name: 'a font that is not embedded',
    faults: [
      { name: 'on a page', code: 'font_not_embedded', page: 1, detail: 'Helvetica' },
      { name: 'in a group', code: 'font_not_embedded', page: 2, detail: 'Helvetica' },
    ],
    piece: card(standardText, grouped(standardText, 1, 0, 0, 1, 0, 0)),
  },
  {
    name: 'a photo of 145 pixels an inch over the whole page',
    faults: [{ name: 'its resolution', code: 'image_resolution_too_low', page: 1 }],
    piece: () =>
      pieceOf('4.25x6', together(goodFront('4.25x6'), image(sheetOf('4.25x6').page, [906, 652], 200)), goodBack),
  },
]
