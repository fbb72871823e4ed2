// An ICC profile (version 2.1) that defines sRGB by three primaries and one curve.

const name = 'sRGB IEC61966-2.1'
const copyright = 'No copyright is claimed. Written from IEC 61966-2-1:1999.'

/**
 * PDFium, which draws our pictures and those of Chrome, recognizes sRGB by this size and by the name at this place, and then
 * takes the numbers of an image as they are. It turns those of any other profile into steps of five.
 */
const profileBytes = 3144
const nameAt = 400

/** White and the primaries as seen under D50, the light of print shops: IEC 61966-2-1, adapted by Bradford's matrix. */
const colors = {
  wtpt: [0.9642, 1, 0.8249],
  rXYZ: [0.43607, 0.22249, 0.01392],
  gXYZ: [0.38515, 0.71687, 0.09708],
  bXYZ: [0.14307, 0.06061, 0.7141],
} as const

/** The light of a number from 0 to 1. */
const lightOf = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

/** A 32-bit number that counts in parts of 65,536. */
const fixed = (value: number): number => Math.round(value * 65_536)

const headerBytes = 128
const entryBytes = 12
const typeBytes = 8

const colorTag = (parts: readonly number[]): Buffer => {
  const tag = Buffer.alloc(typeBytes + 12)
  tag.write('XYZ ')
  parts.forEach((part, place) => tag.writeInt32BE(fixed(part), typeBytes + 4 * place))
  return tag
}

function textTag(text: string): Buffer {
  const tag = Buffer.alloc(typeBytes + text.length + 1)
  tag.write('text')
  tag.write(text, typeBytes)
  return tag
}

/** The name in ASCII. The names in the two other alphabets of the tag are empty. */
function descriptionTag(text: string): Buffer {
  const withoutOthers = 4 + 4 + 2 + 1 + 67
  const tag = Buffer.alloc(typeBytes + 4 + text.length + 1 + withoutOthers)
  tag.write('desc')
  tag.writeUInt32BE(text.length + 1, typeBytes)
  tag.write(text, typeBytes + 4)
  return tag
}

/** The curve fills the rest of the file. */
function curveTag(bytes: number): Buffer {
  const tag = Buffer.alloc(bytes)
  const values = (bytes - typeBytes - 4) / 2
  tag.write('curv')
  tag.writeUInt32BE(values, typeBytes)
  for (let place = 0; place < values; place += 1)
    tag.writeUInt16BE(Math.round(lightOf(place / (values - 1)) * 65_535), typeBytes + 4 + 2 * place)
  return tag
}

function header(): Buffer {
  const bytes = Buffer.alloc(headerBytes)
  bytes.writeUInt32BE(profileBytes)
  bytes.writeUInt32BE(0x02_10_00_00, 8)
  bytes.write('mntrRGB XYZ ', 12)
  // A placeholder date.
  for (const [place, value] of [1970, 1, 1].entries()) bytes.writeUInt16BE(value, 24 + 2 * place)
  bytes.write('acsp', 36)
  const [x, y, z] = colors.wtpt
  for (const [place, value] of [x, y, z].entries()) bytes.writeInt32BE(fixed(value), 68 + 4 * place)
  return bytes
}

function written(): Buffer {
  const entries = 9
  let end = headerBytes + 4 + entries * entryBytes
  const table: Buffer[] = []
  const bodies: Buffer[] = []
  const add = (names: readonly string[], body: Buffer, at = end) => {
    for (const entry of names) {
      const row = Buffer.alloc(entryBytes)
      row.write(entry)
      row.writeUInt32BE(at, 4)
      row.writeUInt32BE(body.length, 8)
      table.push(row)
    }
    bodies.push(Buffer.alloc(at - end), body)
    end = at + body.length
  }
  for (const [entry, parts] of Object.entries(colors)) add([entry], colorTag(parts))
  add(['cprt'], textTag(copyright))
  add(['desc'], descriptionTag(name), nameAt - typeBytes - 4)
  const curveAt = Math.ceil(end / 4) * 4
  add(['rTRC', 'gTRC', 'bTRC'], curveTag(profileBytes - curveAt), curveAt)
  const count = Buffer.alloc(4)
  count.writeUInt32BE(entries)
  return Buffer.concat([header(), count, ...table, ...bodies])
}

export const srgbProfile: Buffer = written()
