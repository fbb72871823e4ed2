import { expect, test } from 'vitest'
import { goodPiece } from '../../test/good-pieces.ts'
import { proofOf } from '../../test/pieces.ts'

/** GOOD_PIECES=200 checks more. */
const pieces = Number(process.env.GOOD_PIECES ?? 10)

test.each(Array.from({ length: pieces }, (_, seed) => seed))('good piece %i has no finding', async (seed) => {
  const piece = await goodPiece(seed)
  const { findings, pages } = await proofOf(piece)
  expect({ size: piece.size, findings }).toEqual({ size: piece.size, findings: [] })
  expect(pages.every(({ png }) => png.length > 500)).toBe(true)
})
