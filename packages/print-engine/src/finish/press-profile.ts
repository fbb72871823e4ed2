import { deflateSync } from 'node:zlib'
import { gracolProfile, srgbProfile } from '../generated/profiles.ts'

/** The ICC profile of the press. */
export interface PressProfile {
  bytes: Uint8Array
  /** The same bytes, compressed once for all print files. */
  deflated: Uint8Array
  /** The description in the profile. */
  name: string
  /** Its name in the ICC registry, if it has one. */
  registered?: string | undefined
}

const headerBytes = 128
const entryBytes = 12

/** The bytes of the tag with this signature. */
function tagOf(profile: Buffer, signature: string): Buffer | undefined {
  const count = Math.min(profile.readUInt32BE(headerBytes), 100)
  for (let place = 0; place < count; place += 1) {
    const entry = profile.subarray(headerBytes + 4 + place * entryBytes)
    if (entry.length < entryBytes) return undefined
    if (entry.toString('latin1', 0, 4) !== signature) continue
    const start = entry.readUInt32BE(4)
    return profile.subarray(start, start + entry.readUInt32BE(8))
  }
  return undefined
}

/** The description in ICC 2 format ('desc', ASCII) or ICC 4 format ('mluc', UTF-16 in several languages). */
function nameOf(profile: Buffer): string | undefined {
  const tag = tagOf(profile, 'desc')
  if (!tag || tag.length < 28) return undefined
  if (tag.toString('latin1', 0, 4) === 'desc') return tag.toString('latin1', 12, 12 + tag.readUInt32BE(8) - 1)
  const [length, start] = [tag.readUInt32BE(20), tag.readUInt32BE(24)]
  return Buffer.from(tag.subarray(start, start + length - (length % 2)))
    .swap16()
    .toString('utf16le')
}

/** @throws {Error} unless the bytes are a profile of a CMYK output device */
export function readPressProfile(bytes: Uint8Array): PressProfile {
  const profile = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isProfile = profile.length > headerBytes + 4 && profile.toString('latin1', 36, 40) === 'acsp'
  if (!isProfile || profile.toString('latin1', 12, 20) !== 'prtrCMYK') {
    throw new Error('not an ICC profile of a CMYK output device')
  }
  return { bytes, deflated: deflateSync(bytes), name: nameOf(profile)?.trim() || 'Output profile' }
}

/** The color space of the art. See profiles/README.md for the source of both profiles. */
export const srgb = Buffer.from(srgbProfile, 'base64')

/** US sheetfed offset on coated paper. */
export const gracol: PressProfile = {
  ...readPressProfile(Buffer.from(gracolProfile, 'base64')),
  registered: 'CGATS TR 006',
}
