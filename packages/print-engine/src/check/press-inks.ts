import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import type { PressProfile } from '../finish/press-profile.ts'

export type InkTable = Awaited<ReturnType<typeof inkTableOf>>

/** Steps of each channel in the table. */
const steps = 64
const bits = 6
const stepBits = 8 - bits

/** Every color of the table, as pixels of an image. */
function colorsOfTable(): Uint8Array {
  const colors = new Uint8Array(steps ** 3 * 3)
  const spread = (step: number) => Math.round((step * 255) / (steps - 1))
  for (let color = 0; color < steps ** 3; color++) {
    colors[color * 3] = spread(color >> (2 * bits))
    colors[color * 3 + 1] = spread((color >> bits) & (steps - 1))
    colors[color * 3 + 2] = spread(color & (steps - 1))
  }
  return colors
}

/** The amount of ink that a press uses for each color. Separates all colors of the table, which takes about 30 ms. */
export async function inkTableOf({ bytes }: PressProfile) {
  // The library reads a profile only from a file.
  const folder = await mkdtemp(path.join(tmpdir(), 'press-profile-'))
  try {
    const file = path.join(folder, 'press.icc')
    await writeFile(file, bytes)
    const side = Math.sqrt(steps ** 3)
    const inks = await sharp(colorsOfTable(), { raw: { width: side, height: side, channels: 3 } })
      .withIccProfile(file)
      .raw()
      .toBuffer()
    const percents = new Float32Array(steps ** 3)
    for (const [place, ink] of inks.entries()) percents[place >> 2] = (percents[place >> 2] ?? 0) + ink / 2.55
    return {
      /** Total percentage of the four inks, from 0 to 400. */
      percentOf: (red: number, green: number, blue: number): number =>
        percents[((red >> stepBits) << (2 * bits)) | ((green >> stepBits) << bits) | (blue >> stepBits)] ?? 0,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
