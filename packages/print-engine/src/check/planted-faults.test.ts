import { describe, expect, test } from 'vitest'
import { faults } from '../../test/faults/all.ts'
import { goodBack, goodFront } from '../../test/faults/fault.ts'
import { type Art, filled, image, pieceOf, proofOf, together, written } from '../../test/pieces.ts'
import { type Box, boxOf } from '../geometry/units.ts'

describe('a planted fault', { tags: ['G13'] }, () => {
  test.each(faults)(
    '$name is found, and nothing else',
    async ({ codes, page, detail = '', piece, tamper, changes }) => {
      const made = await piece()
      const { findings } = await proofOf(made, tamper, await changes?.())
      expect([...new Set(findings.map(({ code }) => code))]).toEqual(codes)
      expect(findings.filter((finding) => page !== undefined && finding.page !== page)).toEqual([])
      expect(findings[0]!.detail).toContain(detail)
    },
  )

  test('is one of at least 60', () => {
    expect(faults.length).toBeGreaterThanOrEqual(60)
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length)
  })
})

test('a page with nothing but a QR code is not blank', async () => {
  const piece = await pieceOf('4.25x6', () => undefined, goodBack)
  const [front, back] = piece.art
  const code = { page: 1, box: boxOf(2, 1, 1.2, 1.2), url: 'https://garden.example/dana-tulsa' }
  const { findings } = await proofOf({ ...piece, art: [{ ...front!, qrCodes: [code] }, back!] })
  expect(findings).toEqual([])
})

describe('a finding', () => {
  test.each<[string, Art, Box]>([
    ['an image', image(boxOf(0.5, 2.8, 1.5, 1), [180, 120]), boxOf(0.5, 2.8, 1.5, 1)],
    ['a text', written('XX', { left: 6, baseline: 2, typeInches: 0.2 }), boxOf(6, 1.85, 0.24, 0.15)],
    ['ink in the zone', filled(boxOf(4, 2.5, 0.5, 0.25), [0, 0, 0]), boxOf(4, 2.5, 0.5, 0.25)],
  ])('about %s states its box in inches from the top left of the page', async (_name, art, box) => {
    const { findings } = await proofOf(await pieceOf('4.25x6', goodFront('4.25x6'), together(goodBack, art)))
    expect(findings).toHaveLength(1)
    const found = findings[0]!.box!
    const errors = (['left', 'top', 'width', 'height'] as const).map((edge) => Math.abs(found[edge] - box[edge]))
    expect(Math.max(...errors)).toBeLessThan(0.03)
  })

  test('about the lines of a paragraph is one, with the box of all', async () => {
    const lines = [0, 1, 2].map((line) =>
      written('At the edge', { left: 6.1, baseline: 1 + line * 0.14, typeInches: 0.1 }),
    )
    const { findings } = await proofOf(await pieceOf('4.25x6', together(goodFront('4.25x6'), ...lines), goodBack))
    expect(findings).toMatchObject([
      { code: 'text_outside_safe_zone', detail: expect.stringContaining('“At the edge”') },
    ])
    expect(findings[0]!.box!.height).toBeCloseTo(0.36, 1)
  })

  test('is reported ten times per page, with the number of the others', async () => {
    const lines = Array.from({ length: 13 }, (_, line) =>
      written('At the edge', { left: 0.14, baseline: 0.7 + line * 0.35, typeInches: 0.1 }),
    )
    const { findings } = await proofOf(await pieceOf('6x9', together(goodFront('6x9'), ...lines), goodBack))
    expect(findings.map(({ code }) => code)).toEqual(Array.from({ length: 10 }, () => 'text_outside_safe_zone'))
    expect(findings.at(-1)!.detail).toMatch(/There are 3 more like this\.$/)
  })
})
