import { expect, test } from 'vitest'
import { gracol, readPressProfile, srgb } from './press-profile.ts'

/** Our profile with another name, in the form of ICC 4. */
function namedProfile(name: string): Buffer {
  const profile = Buffer.from(gracol.bytes)
  const text = Buffer.from(name, 'utf16le').swap16()
  const tag = Buffer.alloc(28 + text.length)
  tag.write('mluc')
  for (const [place, value] of [
    [8, 1],
    [12, 12],
    [20, text.length],
    [24, 28],
  ] as const)
    tag.writeUInt32BE(value, place)
  text.copy(tag, 28)
  const count = profile.readUInt32BE(128)
  for (let entry = 132; entry < 132 + count * 12; entry += 12) {
    if (profile.toString('latin1', entry, entry + 4) !== 'desc') continue
    profile.writeUInt32BE(profile.length, entry + 4)
    profile.writeUInt32BE(tag.length, entry + 8)
  }
  return Buffer.concat([profile, tag])
}

test('a profile has the name that it states', () => {
  expect(readPressProfile(gracol.bytes).name).toMatch(/GRACoL/)
  expect(readPressProfile(namedProfile('Digital press, matte')).name).toBe('Digital press, matte')
})

test('a profile without a readable name gets a generic one', () => {
  expect(readPressProfile(Buffer.from(gracol.bytes).subarray(0, 140)).name).toBe('Output profile')
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('a profile '.repeat(20))],
  ['a screen profile', srgb],
])('a profile that is %s is refused', (_name, bytes) => {
  expect(() => readPressProfile(bytes)).toThrow('not an ICC profile of a CMYK output device')
})
