import sharp, { type DepthEnum, type FormatEnum, type Metadata } from 'sharp'
import type { PrintAsset } from '@app/contract'
import { ProblemError } from '../../../errors/errors.ts'
import { inTurn } from '../../../jobs/in-turn.ts'
import { refused } from '../field-fault.ts'

/** Enough for the largest piece at three times the print resolution. */
const maxPixels = 100_000_000
/** As in JPEG. A PNG may have a hundred million rows of one pixel, and the time limit applies between reads of many rows. */
const maxSide = 65_535
const bytesPerMegabyte = 2 ** 20
/** `rows` for an image that is decoded row by row, `whole` for one whose decoder needs the complete image in memory. */
const maxDecodedMegabytes = { rows: 512, whole: 256 }
const maxDecodeSeconds = 5

const mediaTypes: Readonly<Record<string, PrintAsset['MediaType']>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  // sharp's name for AVIF, which is a HEIF file.
  heif: 'image/avif',
}

// Decoded images are large, so none are cached.
sharp.cache(false)
// One thread per image, so that concurrent images leave CPU time to the API.
sharp.concurrency(1)
// Readers of other formats work without a limit of time before the format is known: an SVG of 3 KB can take a minute.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
})

const notPrintable = (found: string, allowed: string, remedy: string) =>
  refused({
    code: 'image_type_not_allowed',
    detail: `This is ${found}, which would not print the way it looks on screen.`,
    found,
    allowed,
    remedy,
  })

const tooLarge = (detail: string, found: string, allowed: string) =>
  refused({
    code: 'image_too_large',
    detail,
    found,
    allowed,
    remedy: 'Scale the image down: 300 pixels per printed inch is enough.',
  })

const unknownType = (found: string) =>
  refused({
    code: 'image_type_not_allowed',
    detail: 'This is neither an image nor a font that we can print.',
    found,
    allowed: 'PNG, JPEG, WebP, and AVIF images, and TTF, OTF, and WOFF2 fonts',
    remedy: 'Save the file in one of these formats.',
  })

const broken = () =>
  refused({
    code: 'image_unreadable',
    detail: 'The image cannot be decoded.',
    found: 'a damaged or incomplete file',
    allowed: 'a complete image',
    remedy: 'Open the image in an image editor, save it again, and upload that file.',
  })

/** Uses two of this process's four threads for such work, and one per caller. */
const decoding = inTurn({ atOnce: 2, waiting: 40, ofOneCaller: { atOnce: 1, waiting: 10 } }, () => {
  const detail = 'Too many images are being processed. Try again in a moment.'
  return new ProblemError(503, 'busy', detail, { retryAfterSeconds: 2 })
})

/** @param caller the network whose turn is used */
export const measureImage = (bytes: Uint8Array, caller: string) => decoding.run(() => measured(bytes), caller)

/**
 * Decodes and measures an entire image. Reads its header first: an image that claims to be too large is not decoded,
 * however few bytes it has.
 * @throws {ProblemError} 400 unless it is one complete image of a printable type, 503 when too many wait.
 */
async function measured(bytes: Uint8Array) {
  const options = { limitInputPixels: maxPixels, failOn: 'error', pages: 1 } as const
  // sharp throws synchronously for empty input, and rejects for unknown formats.
  const readHeader = async () => sharp(bytes, { ...options, limitInputPixels: false }).metadata()
  const header = await readHeader().catch(() => undefined)
  if (!header) throw unknownType('a file of another kind')
  // Applies the EXIF orientation, because images are printed, and so measured, upright.
  const { format, autoOrient, compression } = header
  const { width, height } = autoOrient
  const mediaType = mediaTypes[format]
  if (!mediaType || (format === 'heif' && compression !== 'av1')) throw unknownType(format)
  if ((header.pages ?? 1) > 1 || (mediaType === 'image/png' && isAnimatedPng(bytes)))
    throw notPrintable('an animated image', 'a still image', 'Save the frame to print as a separate image.')
  if (header.space === 'cmyk')
    throw notPrintable('a CMYK image', 'RGB or grayscale', 'Convert the image to sRGB and upload it again.')
  if (width * height > maxPixels) {
    const megapixels = Math.ceil((width * height) / 1_000_000)
    throw tooLarge(
      `The image has ${width} × ${height} pixels.`,
      `${megapixels} megapixels`,
      `at most ${maxPixels / 1_000_000} megapixels`,
    )
  }
  if (Math.max(width, height) > maxSide) {
    const side = Math.max(width, height).toLocaleString('en-US')
    throw tooLarge(
      `The image has ${width} × ${height} pixels.`,
      `${side} pixels on a side`,
      `at most ${maxSide.toLocaleString('en-US')} pixels on each side`,
    )
  }
  assertMemory(header)
  try {
    // Decoding the last pixel decodes all rows before it, without keeping them.
    await sharp(bytes, options)
      .timeout({ seconds: maxDecodeSeconds })
      .extract({ left: header.width - 1, top: header.height - 1, width: 1, height: 1 })
      .raw()
      .toBuffer()
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('timeout'))) throw broken()
    const seconds = `${maxDecodeSeconds} seconds`
    throw tooLarge('The image takes too long to decode.', `more than ${seconds}`, `at most ${seconds}`)
  }
  return { mediaType, width, height }
}

/** Maximum chunks of a PNG before its image data. A normal file has a dozen, and a file could have half a million. */
const maxChunks = 1_000

const textAt = (bytes: Uint8Array, start: number) => String.fromCharCode(...bytes.subarray(start, start + 4))

/** The library shows the first frame of an animated PNG, and does not count the others. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // A chunk has a length, a name, data, and a checksum. The animation chunk precedes the picture.
  for (let chunk = 8, count = 0; chunk + 12 <= bytes.length; chunk += 12 + view.getUint32(chunk), count += 1) {
    if (count === maxChunks) throw broken()
    const name = textAt(bytes, chunk + 4)
    if (name === 'IDAT' || name === 'acTL') return name === 'acTL'
  }
  return false
}

const bytesPerSample: Partial<Record<keyof DepthEnum, number>> = { ushort: 2, short: 2 }

/** The memory that a decoder takes, in decoded images, where it is more than one: measured with images of 16 to 81 megapixels. */
const copies: Partial<Record<keyof FormatEnum, number>> = { webp: 2.7, heif: 6 }

/** @throws {ProblemError} 400 when decoding the image takes too much memory. */
function assertMemory({ width, height, channels, depth, format, isProgressive }: Metadata): void {
  const isWhole = isProgressive || format === 'webp' || format === 'heif'
  const allowed = isWhole ? maxDecodedMegabytes.whole : maxDecodedMegabytes.rows
  const bytes = width * height * channels * (bytesPerSample[depth] ?? 1) * (copies[format] ?? 1)
  const megabytes = Math.ceil(bytes / bytesPerMegabyte)
  if (megabytes <= allowed) return
  throw tooLarge(
    `The image takes ${megabytes} MB of memory when it is decoded.`,
    `${megabytes} MB decoded`,
    `at most ${allowed} MB decoded${isWhole ? '; 512 MB for a PNG without interlacing or a baseline JPEG' : ''}`,
  )
}
