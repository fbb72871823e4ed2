import { degrees, PDFDict, PDFName } from '@cantoo/pdf-lib'
import type { PieceToFinish } from '../../src/finish/piece-to-finish.ts'
import { type PieceSize } from '../../src/geometry/piece.ts'
import { boxOf } from '../../src/geometry/units.ts'
import { type Art, artOf, filled, pieceOf, type Tampering, written } from '../pieces.ts'
import { blue, card, type FaultyPiece, goodBack, goodFront, goodPage, nothing, text } from './fault.ts'

/** A piece made of documents with these pages. */
const sides =
  (size: PieceSize, ...documents: Art[][]) =>
  async (): Promise<PieceToFinish> => ({
    ...(await pieceOf(size, goodBack)),
    size,
    art: await Promise.all(documents.map((pages) => artOf(size, ...pages))),
  })

const sized = (wide: number, high: number, art: Art) =>
  artOf('4.25x6', async (page, document) => {
    page.setSize(wide * 72, high * 72)
    await art(page, document)
  })

/** Sets page boxes, in points. */
const withBoxes =
  (...entries: [page: number, name: string, edges?: readonly number[]][]): Tampering =>
  (document) => {
    for (const [page, name, edges] of entries) {
      const { node } = document.getPage(page - 1)
      if (edges) node.set(PDFName.of(name), document.context.obj([...edges]))
      else node.delete(PDFName.of(name))
    }
  }

const fontsWithoutFiles: Tampering = (document) => {
  for (const [, object] of document.context.enumerateIndirectObjects())
    if (object instanceof PDFDict) object.delete(PDFName.of('FontFile2'))
}

const wrongBox = (page: number, name: string, found: string) => ({
  name: `${name} of page ${page}`,
  code: 'wrong_page_box' as const,
  page,
  detail: `The ${name} is ${found}`,
})

export const faultsOfPages: FaultyPiece[] = [
  {
    name: 'a front without bleed, and a back that is 0.02 in too high',
    faults: [
      { name: 'front', code: 'wrong_page_size', page: 1, detail: 'needs 6.25 × 4.5 in, bleed included.' },
      { name: 'back', code: 'wrong_page_size', page: 2, detail: '6.25 × 4.52 in' },
    ],
    piece: async () => ({
      ...(await pieceOf('4.25x6', goodBack, goodBack)),
      art: [await sized(6, 4.25, filled(boxOf(0, 0, 20, 20), blue)), await sized(6.25, 4.52, text('Hello', 0.4, 2.2))],
    }),
  },
  {
    name: 'a page that is turned',
    faults: [
      { name: 'size', code: 'wrong_page_size', page: 1, detail: 'needs 8.5 × 14 in.' },
      { name: 'text', code: 'text_invisible', page: 1 },
      { name: 'barcode', code: 'imb_unreadable', page: 1 },
    ],
    piece: sides('8.5x14', [goodPage]),
    tamper: (document) => document.getPage(0).setRotation(degrees(90)),
  },
  {
    name: 'wrong boxes',
    faults: [
      wrongBox(1, 'BleedBox', '9 9 441 315.'),
      wrongBox(1, 'TrimBox', 'missing'),
      wrongBox(2, 'BleedBox', 'missing'),
      wrongBox(2, 'TrimBox', '9.5 9 441.5 315.'),
    ],
    piece: card(nothing),
    tamper: withBoxes(
      [1, 'BleedBox', [9, 9, 441, 315]],
      [1, 'TrimBox'],
      [2, 'BleedBox'],
      [2, 'TrimBox', [9.5, 9, 441.5, 315]],
    ),
  },
  {
    name: 'boxes that change the size of a page',
    faults: [
      wrongBox(1, 'CropBox', '9 9 441 315.'),
      { name: 'its size', code: 'wrong_page_size', page: 1 },
      wrongBox(2, 'MediaBox', '0 0 451 324.'),
    ],
    piece: card(nothing),
    tamper: withBoxes([1, 'CropBox', [9, 9, 441, 315]], [2, 'MediaBox', [0, 0, 451, 324]]),
  },
  {
    name: 'a letter with a TrimBox inside of its page',
    faults: [wrongBox(1, 'TrimBox', '9 9 603 783.')],
    piece: () => pieceOf('8.5x11', goodPage),
    tamper: withBoxes([1, 'TrimBox', [9, 9, 603, 783]]),
  },
  {
    name: 'an empty front and an empty back',
    faults: [1, 2].map((page) => ({ name: `page ${page}`, code: 'page_blank', page })),
    piece: () => pieceOf('6x9', nothing, nothing),
  },
  {
    name: 'a front in white',
    faults: [
      { name: 'its text', code: 'text_invisible', page: 1 },
      { name: 'the page', code: 'page_blank', page: 1 },
    ],
    piece: () => pieceOf('4.25x6', written('White', { left: 1, baseline: 1, typeInches: 0.3 }, '1 1 1 rg'), goodBack),
  },
  {
    name: 'fonts whose files are lost',
    faults: [1, 2].map((page) => ({ name: `page ${page}`, code: 'font_not_embedded', page })),
    piece: card(nothing),
    tamper: fontsWithoutFiles,
  },
  {
    name: 'a front that runs over',
    faults: [{ name: 'its pages', code: 'wrong_page_count', detail: 'The front has 2 pages.' }],
    piece: sides('4.25x6', [goodFront('4.25x6'), goodBack], [goodBack]),
  },
]
