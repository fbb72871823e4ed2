import sharp from 'sharp'
import type { MemberCode, PrintAsset } from '@app/contract'
import { ProblemError } from '../../../errors.ts'
import { inTurn } from '../../staff/in-turn.ts'

/** What an image may have: enough for the largest piece at three times the resolution of print. */
const mostPixels = 100_000_000

const mediaTypes: Readonly<Record<string, PrintAsset['MediaType']>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  // sharp's name for AVIF, which is a HEIF file.
  heif: 'image/avif',
}

// Decoded images are large: nothing is kept of one after its answer.
sharp.cache(false)
// One image uses one thread, so that many at once leave the processors to the API.
sharp.concurrency(1)

interface Refusal {
  code: MemberCode
  detail: string
  found: string
  allowed: string
  remedy: string
}

const refused = ({ detail, ...fault }: Refusal) =>
  new ProblemError(400, 'invalid_input', detail, { errors: [{ in: 'body', pointer: '', detail, ...fault }] })

const unknownType = (found: string) =>
  refused({
    code: 'image_type_not_allowed',
    detail: 'This is not an image that we can print.',
    found,
    allowed: 'PNG, JPEG, WebP and AVIF',
    remedy: 'Save the image in one of these formats.',
  })

const broken = () =>
  refused({
    code: 'image_broken',
    detail: 'The image cannot be decoded.',
    found: 'a damaged or incomplete file',
    allowed: 'a whole image',
    remedy: 'Open the image in an image editor, save it again, and upload that file.',
  })

export interface MeasuredImage {
  mediaType: PrintAsset['MediaType']
  width: number
  height: number
}

/** A large image takes a processor for a second or two: the others of this process answer requests. */
const decoding = inTurn({ atOnce: 1, waiting: 20 }, () => {
  const detail = 'Too many images are being read. Try again in a moment.'
  return new ProblemError(503, 'busy', detail, { retryAfterSeconds: 2 })
})

export const measureImage = (bytes: Uint8Array): Promise<MeasuredImage> => decoding.run(() => measured(bytes))

/**
 * Decodes an image whole, and measures it. Its header is read first: what claims to be larger than we print is not
 * decoded, however few bytes it has.
 * @throws {ProblemError} 400 for anything else than one whole image of a type that we print, 503 when too many wait.
 */
async function measured(bytes: Uint8Array): Promise<MeasuredImage> {
  const options = { limitInputPixels: mostPixels, failOn: 'error', pages: 1 } as const
  // sharp throws at once for no bytes at all, and rejects for others that it does not know.
  const readHeader = async () => sharp(bytes, { ...options, limitInputPixels: false }).metadata()
  const header = await readHeader().catch(() => undefined)
  if (!header) throw unknownType('a file of another kind')
  // A camera may note how it was held: the picture is drawn, and so measured, upright.
  const { format, autoOrient, compression } = header
  const { width, height } = autoOrient
  const mediaType = mediaTypes[format]
  if (!mediaType || (format === 'heif' && compression !== 'av1')) throw unknownType(format)
  if (width * height > mostPixels) {
    throw refused({
      code: 'image_too_large',
      detail: `The image has ${width} × ${height} pixels.`,
      found: `${Math.ceil((width * height) / 1_000_000)} megapixels`,
      allowed: `at most ${mostPixels / 1_000_000} megapixels`,
      remedy: 'Scale the image down: 300 pixels for each printed inch are enough.',
    })
  }
  try {
    // The statistics need every pixel, and keep none.
    await sharp(bytes, options).stats()
  } catch {
    throw broken()
  }
  return { mediaType, width, height }
}
