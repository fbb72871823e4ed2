import {
  concatTransformationMatrix,
  degrees,
  PDFDict,
  PDFName,
  popGraphicsState,
  pushGraphicsState,
  StandardFonts,
} from '@cantoo/pdf-lib'
import type { PieceToFinish } from '../../src/finish/piece-to-finish.ts'
import { type PieceSize, sheetOf } from '../../src/geometry/piece.ts'
import { boxOf } from '../../src/geometry/units.ts'
import { type Art, artOf, filled, image, pieceOf, type Tampering, written } from '../pieces.ts'
import { blue, card, type Fault, good, goodBack, goodFront, goodPage, letter, nothing, text } from './fault.ts'

/** A piece whose documents have their own pages. */
const sides =
  (size: PieceSize, ...documents: Art[][]) =>
  async (): Promise<PieceToFinish> => ({
    ...(await pieceOf(size, goodBack)),
    size,
    art: await Promise.all(documents.map((pages) => artOf(size, ...pages))),
  })

const sized = (size: PieceSize, wide: number, high: number, index: number) => async () => {
  const piece = await pieceOf(size, goodFront(size), goodBack)
  const resized: Art = async (page, document) => {
    page.setSize(wide * 72, high * 72)
    await (index === 0 ? filled(boxOf(0, 0, 20, 20), blue) : text('Hello', 0.4, 2.2))(page, document)
  }
  return { ...piece, art: piece.art.with(index, await artOf(size, resized)) }
}

const boxEntry =
  (page: number, name: string, box: readonly number[] | undefined): Tampering =>
  (document) => {
    const { node } = document.getPage(page - 1)
    if (box) node.set(PDFName.of(name), document.context.obj([...box]))
    else node.delete(PDFName.of(name))
  }

const fontWithoutFile: Tampering = (document) => {
  for (const [, object] of document.context.enumerateIndirectObjects())
    if (object instanceof PDFDict) object.delete(PDFName.of('FontFile2'))
}

/** The art in a group of its own, which is placed by a matrix. */
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

const standardText: Art = async (page, document) => {
  page.drawText('Not embedded', { x: 100, y: 150, size: 12, font: await document.embedFont(StandardFonts.Helvetica) })
}

export const faultsOfPages: Fault[] = [
  {
    name: 'a postcard of one page',
    codes: ['wrong_page_count'],
    detail: 'has 1 page and needs 2.',
    piece: sides('4.25x6', [goodFront('4.25x6')]),
  },
  {
    name: 'a postcard of three pages',
    codes: ['wrong_page_count'],
    piece: sides('4.25x6', [goodFront('4.25x6'), goodBack, goodBack]),
  },
  {
    name: 'a front that runs over',
    codes: ['wrong_page_count'],
    piece: sides('4.25x6', [goodFront('4.25x6'), goodBack], [goodBack]),
  },
  {
    name: 'a back that runs over',
    codes: ['wrong_page_count'],
    piece: sides('6x9', [goodFront('6x9')], [goodBack, goodBack]),
  },
  {
    name: 'a letter whose front runs over',
    codes: ['wrong_page_count'],
    piece: sides('8.5x11', [goodPage, goodPage], [goodPage]),
  },
  {
    name: 'a letter of 13 pages',
    codes: ['wrong_page_count'],
    piece: sides(
      '8.5x11',
      Array.from({ length: 13 }, () => goodPage),
    ),
  },
  {
    name: 'a front without bleed',
    codes: ['wrong_page_size'],
    page: 1,
    detail: '6.25 × 4.5 in, bleed included.',
    piece: sized('4.25x6', 6, 4.25, 0),
  },
  { name: 'a front in portrait', codes: ['wrong_page_size'], page: 1, piece: sized('6x9', 6.25, 9.25, 0) },
  {
    name: 'a back that is 0.02 in too high',
    codes: ['wrong_page_size'],
    page: 2,
    piece: sized('6x11', 11.25, 6.27, 1),
  },
  {
    name: 'a page that is turned',
    codes: ['wrong_page_size', 'text_invisible', 'imb_unreadable'],
    page: 1,
    detail: 'needs 8.5 × 14 in.',
    piece: sides('8.5x14', [goodPage]),
    tamper: (document) => document.getPage(0).setRotation(degrees(90)),
  },
  ...[
    ['a MediaBox that is a point larger', 'MediaBox', [0, 0, 451, 324]],
    ['a CropBox at the trim', 'CropBox', [9, 9, 441, 315]],
    ['a BleedBox at the trim', 'BleedBox', [9, 9, 441, 315]],
    ['no BleedBox', 'BleedBox', undefined],
    ['no TrimBox', 'TrimBox', undefined],
    ['a TrimBox that is off by half a point', 'TrimBox', [9.5, 9, 441.5, 315]],
  ].map(([name, box, edges]): Fault => ({
    name: String(name),
    codes: box === 'CropBox' ? ['wrong_page_size', 'wrong_page_box'] : ['wrong_page_box'],
    page: 1,
    piece: good,
    tamper: boxEntry(1, String(box), edges as number[] | undefined),
  })),
  {
    name: 'a letter with a TrimBox inside of its page',
    codes: ['wrong_page_box'],
    piece: letter(nothing),
    tamper: boxEntry(1, 'TrimBox', [9, 9, 603, 783]),
  },
  { name: 'an empty front', codes: ['page_blank'], page: 1, piece: () => pieceOf('4.25x6', nothing, goodBack) },
  {
    name: 'a front in white',
    codes: ['text_invisible', 'page_blank'],
    page: 1,
    piece: () => pieceOf('4.25x6', written('White', { left: 1, baseline: 1, typeInches: 0.3 }, '1 1 1 rg'), goodBack),
  },
  { name: 'an empty back', codes: ['page_blank'], page: 2, piece: () => pieceOf('6x9', goodFront('6x9'), nothing) },
  { name: 'an empty second page', codes: ['page_blank'], page: 2, piece: () => pieceOf('8.5x11', goodPage, nothing) },
]

export const faultsOfContents: Fault[] = [
  { name: 'a font that is not embedded', codes: ['font_not_embedded'], page: 1, piece: card(standardText) },
  {
    name: 'a font in a group that is not embedded',
    codes: ['font_not_embedded'],
    page: 1,
    piece: card(grouped(standardText, 1, 0, 0, 1, 0, 0)),
  },
  {
    name: 'characters that no font has',
    codes: ['text_character_missing'],
    page: 1,
    piece: card(text('漢字', 1, 1.5)),
  },
  { name: 'fonts whose files are lost', codes: ['font_not_embedded'], piece: good, tamper: fontWithoutFile },
  ...(
    [
      ['of 120 pixels an inch', image(boxOf(3, 2, 2, 1.5), [240, 180]), 'too_low'],
      ['of 145 pixels an inch over the whole page', image(sheetOf('4.25x6').page, [906, 652], 200), 'too_low'],
      ['of 200 pixels an inch', image(boxOf(3, 2, 2, 1.5), [400, 300]), 'low'],
      ['of 290 pixels an inch', image(boxOf(3, 2, 1, 1), [290, 290]), 'low'],
      ['that is stretched to 100 pixels an inch', image(boxOf(3, 2, 3, 1), [300, 300]), 'too_low'],
      [
        'that a group enlarges three times',
        grouped(image(boxOf(1, 1, 0.5, 0.5), [150, 150]), 3, 0, 0, 3, 0, -500),
        'too_low',
      ],
      ['that is turned', grouped(image(boxOf(3, 2, 1, 1), [100, 100]), 0.8, 0.6, -0.6, 0.8, 150, -120), 'too_low'],
    ] as const
  ).map(([name, art, kind]): Fault => ({
    name: `an image ${name}`,
    codes: [`image_resolution_${kind}`],
    page: 1,
    piece: card(art),
  })),
]
