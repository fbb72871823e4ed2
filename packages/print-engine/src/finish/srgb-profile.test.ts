import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { srgb } from './press-profile.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'profile-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Every gray, and colors from the whole range. */
const colors = Buffer.from(
  Array.from({ length: 1024 }, (_, n) =>
    n < 256 ? [n, n, n] : [(n * 7) % 256, (n * 13) % 256, (n * 29) % 256],
  ).flat(),
)

/** The values of these colors when another program converts them from its own sRGB to a profile. */
async function inProfile(name: string, profile: Buffer): Promise<Buffer> {
  // The program caches profiles by file name.
  const file = path.join(folder, `${name}.icc`)
  writeFileSync(file, profile)
  const image = sharp(colors, { raw: { width: colors.length / 3, height: 1, channels: 3 } })
  return sharp(await image.withIccProfile(file).png().toBuffer())
    .keepIccProfile()
    .raw()
    .toBuffer()
}

const worst = (one: Buffer, other: Buffer) =>
  Math.max(...one.map((value, place) => Math.abs(value - (other[place] ?? 0))))

test('another program reads the profile as sRGB', async () => {
  expect(worst(await inProfile('ours', srgb), colors)).toBeLessThanOrEqual(1)
})

test('that program really reads it: swapping the red and green primaries changes the colors', async () => {
  const exchanged = Buffer.from(srgb)
  const entry = (name: string) => exchanged.indexOf(name, 128)
  const [red, green] = [entry('rXYZ'), entry('gXYZ')]
  exchanged.write('gXYZ', red)
  exchanged.write('rXYZ', green)
  expect(worst(await inProfile('exchanged', exchanged), colors)).toBeGreaterThan(100)
})

test('its parts are contiguous up to its end', () => {
  const count = srgb.readUInt32BE(128)
  const parts = Array.from({ length: count }, (_, n) => {
    const at = 132 + 12 * n
    return { at: srgb.readUInt32BE(at + 4), bytes: srgb.readUInt32BE(at + 8) }
  }).toSorted((one, other) => one.at - other.at)
  let end = 132 + 12 * count
  for (const { at, bytes } of parts) {
    expect(at % 4).toBe(0)
    expect(at - end).toBeLessThan(4)
    end = Math.max(end, at + bytes)
  }
  expect([end, srgb.readUInt32BE(0)]).toEqual([srgb.length, srgb.length])
})
