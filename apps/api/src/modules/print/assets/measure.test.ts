import sharp from 'sharp'
import { expect, test } from 'vitest'
import { measureImage } from './measure.ts'

const background = { r: 200, g: 30, b: 30 }
const square = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background } })

test('a drawing that would be slow to parse is rejected', { tags: ['G10'] }, async () => {
  const uses = (id: number) => `<use href="#g${id}"/>`.repeat(10)
  const groups = Array.from({ length: 6 }, (_, id) => `<g id="g${id + 1}">${uses(id)}</g>`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><rect id="g0" width="1" height="1"/>${groups.join('')}</svg>`
  const before = process.cpuUsage()
  await expect(measureImage(Buffer.from(svg), '')).rejects.toMatchObject({
    errors: [{ code: 'image_type_not_allowed' }],
  })
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(500)
})

// An AVIF of 2 KB and 80 megapixels would take 1.5 GB.
test.each([
  ['AVIF', '430 MB decoded', () => square(5000).avif({ effort: 0 })],
  ['WebP', '279 MB decoded', () => square(6000).webp({ effort: 0 })],
] as const)('%s is measured by the memory that its decoder takes', { tags: ['G10'] }, async (_, found, make) => {
  const error = { errors: [{ code: 'image_too_large', found }] }
  await expect(measureImage(await make().toBuffer(), '')).rejects.toMatchObject(error)
})
