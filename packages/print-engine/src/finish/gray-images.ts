import { PDFArray, type PDFDict, type PDFDocument, PDFName, PDFNumber, PDFRawStream } from '@cantoo/pdf-lib'
import { constants, deflateSync, inflateSync } from 'node:zlib'

const numberAt = (dict: PDFDict, name: string): number => dict.lookupMaybe(PDFName.of(name), PDFNumber)?.asNumber() ?? 0

/** True if each pixel has three numbers. Their meaning is not checked. */
function isRgb(dict: PDFDict): boolean {
  const space = dict.lookup(PDFName.of('ColorSpace'))
  if (space === PDFName.of('DeviceRGB')) return true
  if (!(space instanceof PDFArray) || space.get(0) !== PDFName.of('ICCBased')) return false
  const profile = space.lookup(1)
  return profile instanceof PDFRawStream && numberAt(profile.dict, 'N') === 3
}

/** True for an image with plainly compressed pixels, as browsers write every non-JPEG. */
const isPlainRgb = ({ dict }: PDFRawStream): boolean =>
  dict.get(PDFName.of('Subtype')) === PDFName.of('Image') &&
  dict.get(PDFName.of('Filter')) === PDFName.of('FlateDecode') &&
  !dict.has(PDFName.of('DecodeParms')) &&
  numberAt(dict, 'BitsPerComponent') === 8 &&
  isRgb(dict)

/** One number per pixel. Undefined if a pixel has a color. */
function graysOf(pixels: Uint8Array): Buffer | undefined {
  const grays = Buffer.alloc(Math.floor(pixels.length / 3))
  for (let pixel = 0, at = 0; pixel < grays.length; pixel += 1, at += 3) {
    const red = pixels[at] ?? 0
    if (red !== pixels[at + 1] || red !== pixels[at + 2]) return undefined
    grays[pixel] = red
  }
  return grays
}

/** Most images with color have some near the beginning. */
const beginning = 16 * 1024

function grayImage(image: PDFRawStream): PDFRawStream | undefined {
  const { dict, contents } = image
  const first = inflateSync(contents.subarray(0, beginning), { finishFlush: constants.Z_SYNC_FLUSH })
  if (!graysOf(first)) return undefined
  const pixels = numberAt(dict, 'Width') * numberAt(dict, 'Height')
  const grays = graysOf(inflateSync(contents))
  if (grays?.length !== pixels) return undefined
  const dictionary = dict.clone()
  dictionary.set(PDFName.of('ColorSpace'), PDFName.of('DeviceGray'))
  return PDFRawStream.of(dictionary, deflateSync(grays, { level: 3 }))
}

/**
 * Prints colorless images, such as signatures and line drawings, in black ink alone. Browsers write them in three
 * channels.
 */
export function printGrayImagesInBlack({ context }: PDFDocument): void {
  for (const [reference, object] of context.enumerateIndirectObjects()) {
    const gray = object instanceof PDFRawStream && isPlainRgb(object) ? grayImage(object) : undefined
    if (gray) context.assign(reference, gray)
  }
}
