import { constants, brotliDecompressSync } from 'node:zlib'
import { tooLarge, typeNotAllowed, unreadable } from './font-error.ts'

/** The tables of a font, by their four-character names. */
export type FontTables = ReadonlyMap<string, Uint8Array>

export const fontLimits = {
  tables: 64,
  /** The total size of all tables of a WOFF2 file. */
  decodedBytes: 20 * 2 ** 20,
} as const

const signatures = {
  trueType: '\u0000\u0001\u0000\u0000',
  appleTrueType: 'true',
  postScript: 'OTTO',
  collection: 'ttcf',
  woff: 'wOFF',
  woff2: 'wOF2',
} as const

const signatureOf = (file: Uint8Array): string => String.fromCharCode(...file.subarray(0, 4))

/** True if a file starts like a font, even an unusable one. */
export const isFont = (file: Uint8Array): boolean => Object.values<string>(signatures).includes(signatureOf(file))

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** @throws {FontError} unless the file is a single font that contains its tables */
export function readTables(file: Uint8Array): { container: 'sfnt' | 'woff2'; tables: FontTables } {
  const signature = signatureOf(file)
  if (signature === signatures.collection)
    throw typeNotAllowed('a collection of fonts', 'Upload each font of the collection as a separate file.')
  if (signature === signatures.woff)
    throw typeNotAllowed('a WOFF file', 'Upload the TTF, OTF, or WOFF2 file of the font.')
  try {
    if (signature === signatures.woff2) return { container: 'woff2', tables: woff2Tables(file) }
    return { container: 'sfnt', tables: sfntTables(file) }
  } catch (error) {
    // Offsets that point outside the file.
    if (error instanceof RangeError) throw unreadable('a damaged or incomplete file')
    throw error
  }
}

function assertCount(count: number): void {
  if (count === 0) throw unreadable('a file without tables')
  if (count > fontLimits.tables) throw tooLarge(`${count} tables`, `at most ${fontLimits.tables} tables`)
}

function sfntTables(file: Uint8Array): FontTables {
  const view = viewOf(file)
  const count = view.getUint16(4)
  assertCount(count)
  const tables = new Map<string, Uint8Array>()
  for (let row = 12; row < 12 + count * 16; row += 16) {
    const [start, length] = [view.getUint32(row + 8), view.getUint32(row + 12)]
    if (start + length > file.length) throw unreadable('a damaged or incomplete file')
    tables.set(String.fromCharCode(...file.subarray(row, row + 4)), file.subarray(start, start + length))
  }
  return tables
}

/** WOFF2 table names, by number (WOFF2, 5.2). */
const knownTables =
  `cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT
  VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat
  fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill`
    .split(/\s+/)
    .map((name) => name.replace('_', ' '))

const headerBytes = 48

/** The tables of a WOFF2 file. Transformed TrueType outlines stay transformed. */
function woff2Tables(file: Uint8Array): FontTables {
  const view = viewOf(file)
  const count = view.getUint16(12)
  assertCount(count)
  let at = headerBytes
  const byte = () => view.getUint8(at++)
  /** Reads a number: seven bits per byte, with the first bit set in all but the last byte. */
  function number(): number {
    let value = 0
    for (let digits = 0; digits < 5; digits += 1) {
      const digit = byte()
      value = value * 128 + (digit & 127)
      if (digit < 128) return value
    }
    throw unreadable('a damaged or incomplete file')
  }
  const entries: { name: string; length: number }[] = []
  for (let entry = 0; entry < count; entry += 1) {
    const flags = byte()
    const known = knownTables[flags & 63]
    const name = known ?? String.fromCharCode(byte(), byte(), byte(), byte())
    const length = number()
    const version = flags >> 6
    const isTransformed = name === 'glyf' || name === 'loca' ? version !== 3 : version !== 0
    entries.push({ name, length: isTransformed ? number() : length })
  }
  const total = entries.reduce((sum, { length }) => sum + length, 0)
  const allowed = `at most ${fontLimits.decodedBytes / 2 ** 20} MB unpacked`
  if (total > fontLimits.decodedBytes) throw tooLarge(`${Math.ceil(total / 2 ** 20)} MB unpacked`, allowed)
  const data = decompressed(file.subarray(at, at + view.getUint32(20)), total)
  let start = 0
  return new Map(entries.map(({ name, length }) => [name, data.subarray(start, (start += length))]))
}

/** Decompresses no more than the length that the file declares. */
function decompressed(data: Uint8Array, length: number): Uint8Array {
  try {
    const unpacked = brotliDecompressSync(data, {
      maxOutputLength: Math.max(1, length),
      params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 0 },
    })
    if (unpacked.length === length) return unpacked
  } catch {
    // The data is damaged, or longer than declared.
  }
  throw unreadable('a damaged or incomplete file')
}
