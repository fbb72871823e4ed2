import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fontReader } from './read-font-file.ts'

const font = readFileSync(
  new URL(import.meta.resolve('@expo-google-fonts/jetbrains-mono/400Regular/JetBrainsMono_400Regular.ttf')),
)

test('400 for a font that takes too long to read', { tags: ['G10'] }, async () => {
  const read = fontReader({ workMs: 1, maxMegabytes: 256 })
  // This font is read in a few milliseconds, so the watchdog thread may not have run yet.
  const readOn = async (): Promise<never> => {
    for (;;) await read(font, '')
  }
  await expect(readOn()).rejects.toMatchObject({ status: 400, errors: [{ code: 'font_too_large' }] })
})

test('a font that cannot be read does not delay others', { tags: ['G10'] }, async () => {
  const read = fontReader()
  const [broken, whole] = await Promise.allSettled([read(font.subarray(0, 9999), ''), read(font, '')])
  expect(broken).toMatchObject({ status: 'rejected', reason: { status: 400, errors: [{ code: 'font_unreadable' }] } })
  expect(whole).toMatchObject({ status: 'fulfilled', value: { family: 'JetBrains Mono', weight: 400 } })
})
