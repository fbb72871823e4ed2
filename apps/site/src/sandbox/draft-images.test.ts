import { expect, test } from 'vitest'
import { imageUrl, mergeImages } from './draft-images.ts'

const preview = 'data:image/webp;base64,AAAA+/=='

test('an image is drawn at its pixel size, from its preview if it has one', () => {
  const address = imageUrl({ width: 1_875, height: 1_350, preview })
  expect(address).not.toMatch(/["'()<>\s]/)
  const svg = decodeURIComponent(address.replace('data:image/svg+xml,', ''))
  expect(svg).toContain('width="1875" height="1350"')
  expect(svg).toContain(`href="${preview}"`)
  expect(decodeURIComponent(imageUrl())).toContain('<rect')
})

test('a list of image sizes keeps known previews', () => {
  const known = mergeImages(
    { a: { width: 1, height: 1, preview } },
    { a: { width: 2, height: 2 }, b: { width: 3, height: 3 } },
  )
  expect(known).toEqual({ a: { width: 2, height: 2, preview }, b: { width: 3, height: 3 } })
})
