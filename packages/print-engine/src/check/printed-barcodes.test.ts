import { expect, test } from 'vitest'
import { pieceOf } from '../../test/pieces.ts'
import { imbNumber, seeded } from '../../test/random.ts'
import { secondEncoding } from '../../test/second-encoder.ts'
import { encodeImb } from '../codes/imb-encode.ts'
import { readImb } from '../codes/imb-read.ts'
import { finishPiece } from '../finish/finish.ts'
import { addressSideOf } from '../geometry/piece.ts'
import { boxOf } from '../geometry/units.ts'
import { grayOf, pictureOf } from './page-picture.ts'
import { loadedPdfium, openDocument } from './pdfium.ts'

/** IMB_CODES=10000 checks more. */
const codes = Number(process.env.IMB_CODES ?? 50)
const codesPerTest = 50

const random = seeded(3200)
const pdfium = await loadedPdfium()
const pieces = await Promise.all(
  (['4.25x6', '6x9', '6x11', '8.5x11', '8.5x14'] as const).map((size) =>
    pieceOf(
      size,
      () => undefined,
      () => undefined,
    ),
  ),
)

/** Prints a number on a piece, and reads it back from the picture of the zone alone. */
async function printedAndRead(digits: string): Promise<string> {
  const piece = pieces[random(pieces.length)]!
  const { page, inkFree } = addressSideOf(piece.size)
  const addressLines = ['DANA SAMPLE', '1418 CEDAR LN', 'APT 2', 'TULSA OK 74104'].slice(0, 1 + random(4))
  const { pdf } = await finishPiece({ ...piece, overlay: { ...piece.overlay, imbDigits: digits, addressLines } })
  const document = openDocument(pdfium, pdf)
  try {
    const zone = document.readPage(page - 1, (sheet) => grayOf(pictureOf(sheet, 150, inkFree)))
    return readImb(zone, boxOf(0, 0, inkFree.width, inkFree.height)).digits
  } finally {
    document.close()
  }
}

test.each(Array.from({ length: Math.ceil(codes / codesPerTest) }, (_, part) => part + 1))(
  '50 barcodes are read back from their print files, and a second encoder draws the same (part %i)',
  async () => {
    const numbers = Array.from({ length: codesPerTest }, () => imbNumber(random))
    const read = []
    for (const digits of numbers) read.push(await printedAndRead(digits))
    expect(read).toEqual(numbers)
    expect(numbers.map(secondEncoding)).toEqual(numbers.map(encodeImb))
  },
)
