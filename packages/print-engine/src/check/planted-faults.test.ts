import { describe, expect, test } from 'vitest'
import { type Fault, goodBack, goodFront } from '../../test/faults/fault.ts'
import { faultsOfArt } from '../../test/faults/of-art.ts'
import { faultsOfCodes } from '../../test/faults/of-codes.ts'
import { faultsOfPages } from '../../test/faults/of-pages.ts'
import { filled, image, pieceOf, proofOf, together, written } from '../../test/pieces.ts'
import type { PrintFinding } from '../findings.ts'
import { boxOf, overlap } from '../geometry/units.ts'
import { checkPageCount } from './checks/page.ts'

const pieces = [...faultsOfPages, ...faultsOfArt, ...faultsOfCodes]

const isAbout = ({ code, page, box, detail = '' }: Fault, finding: PrintFinding) =>
  finding.code === code &&
  finding.page === page &&
  finding.detail.includes(detail) &&
  (!box || (finding.box !== undefined && overlap(box, finding.box)))

describe('the planted faults of a piece', { tags: ['G13'] }, () => {
  test.each(pieces)('$name: finds each of them, and nothing else', async ({ faults, piece, tamper, changes }) => {
    const { findings } = await proofOf(await piece(), tamper, await changes?.())
    const missed = faults.filter((fault) => !findings.some((finding) => isAbout(fault, finding)))
    const others = findings.filter((finding) => !faults.some((fault) => isAbout(fault, finding)))
    expect({ missed: missed.map(({ name }) => name), others }).toEqual({ missed: [], others: [] })
  })

  test('are at least 60', () => {
    expect(pieces.flatMap(({ faults }) => faults).length).toBeGreaterThanOrEqual(60)
  })
})

test.each([
  ['4.25x6', [1], 'The postcard has 1 page and needs 2.'],
  ['4.25x6', [3], 'The postcard has 3 pages and needs 2.'],
  ['6x9', [1, 2], 'The back has 2 pages. Each side must be one page.'],
  ['8.5x11', [2, 1], 'The front has 2 pages. Each side must be one page.'],
  ['8.5x11', [13], 'The letter has 13 pages and can have 1 to 12.'],
] as const)('a piece of %s from documents of %j pages has a fault', (size, counts, detail) => {
  expect(checkPageCount(size, counts)).toMatchObject([{ code: 'wrong_page_count', detail }])
})

describe('a finding', () => {
  test('states its box in inches from the top left of the page, and covers all lines of a paragraph', async () => {
    const wrong = [
      { box: boxOf(0.5, 2.8, 1.5, 1), art: image(boxOf(0.5, 2.8, 1.5, 1), [180, 120]) },
      { box: boxOf(6, 1.85, 0.24, 0.15), art: written('XX', { left: 6, baseline: 2, typeInches: 0.2 }) },
      { box: boxOf(4, 2.5, 0.5, 0.25), art: filled(boxOf(4, 2.5, 0.5, 0.25), [0, 0, 0]) },
    ]
    const paragraph = [0, 1, 2].map((line) =>
      written('At the edge', { left: 6.1, baseline: 1 + line * 0.14, typeInches: 0.1 }),
    )
    const front = together(goodFront('4.25x6'), ...paragraph)
    const back = together(goodBack, ...wrong.map(({ art }) => art))
    const { findings } = await proofOf(await pieceOf('4.25x6', front, back))
    expect(findings).toMatchObject([
      { code: 'text_outside_safe_zone', page: 1, detail: expect.stringContaining('“At the edge”') },
      { code: 'image_resolution_too_low', page: 2 },
      { code: 'text_outside_safe_zone', page: 2 },
      { code: 'ink_free_zone_not_empty', page: 2 },
    ])
    const [lines, ...others] = findings.map(({ box }) => box!)
    expect(lines!.height).toBeCloseTo(0.36, 1)
    const errors = others.flatMap((found, place) =>
      (['left', 'top', 'width', 'height'] as const).map((edge) => Math.abs(found[edge] - wrong[place]!.box[edge])),
    )
    expect(Math.max(...errors)).toBeLessThan(0.03)
  })

  test('is reported ten times per page, with the number of others, but not for a page with only a QR code', async () => {
    const lines = Array.from({ length: 13 }, (_, line) =>
      written('At the edge', { left: 0.14, baseline: 2 + line * 0.3, typeInches: 0.1 }),
    )
    const piece = await pieceOf('6x11', () => undefined, together(...lines))
    const [front, back] = piece.art
    const code = { page: 1, box: boxOf(2, 1, 1.2, 1.2), url: 'https://garden.example/dana-tulsa' }
    const { findings } = await proofOf({ ...piece, art: [{ ...front!, qrCodes: [code] }, back!] })
    expect(findings.map(({ code, page }) => [code, page])).toEqual(
      Array.from({ length: 10 }, () => ['text_outside_safe_zone', 2]),
    )
    expect(findings.at(-1)!.detail).toMatch(/There are 3 more like this\.$/)
  })
})
