import { PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { goodBack } from '../../test/faults/fault.ts'
import { type Art, colorImage, pieceOf } from '../../test/pieces.ts'
import { boxOf } from '../geometry/units.ts'
import { finishPiece } from './finish.ts'

const box = boxOf(1, 1, 1, 1)

async function imageOf(art: Art): Promise<PDFRawStream> {
  const { pdf } = await finishPiece(await pieceOf('4.25x6', art, goodBack))
  const { context } = await PDFDocument.load(pdf)
  const [image] = context.enumerateIndirectObjects().flatMap(([, object]) => {
    const isImage = object instanceof PDFRawStream && object.dict.get(PDFName.of('Subtype')) === PDFName.of('Image')
    return isImage ? [object] : []
  })
  if (!image) throw new Error('The file has no image')
  return image
}

const spaceOf = ({ dict }: PDFRawStream) => String(dict.get(PDFName.of('ColorSpace')))

describe('an image', () => {
  test('whose pixels are gray is printed in black ink', async () => {
    const image = await imageOf(colorImage(box, [300, 300], [90, 90, 90]))
    expect(spaceOf(image)).toBe('/DeviceGray')
    expect(inflateSync(image.contents)).toEqual(Buffer.alloc(300 * 300, 90))
  })

  test.each([
    ['colors', [90, 90, 91]],
    ['bright colors', [255, 0, 0]],
  ] as const)('of %s keeps them', async (_name, color) => {
    expect(spaceOf(await imageOf(colorImage(box, [300, 300], color)))).toBe('/DeviceRGB')
  })

  test('with one colored pixel at its end keeps its colors', async () => {
    const pixels = new Uint8Array(300 * 300 * 3).fill(90)
    pixels[pixels.length - 1] = 200
    expect(spaceOf(await imageOf(colorImage(box, [300, 300], pixels)))).toBe('/DeviceRGB')
  })
})
