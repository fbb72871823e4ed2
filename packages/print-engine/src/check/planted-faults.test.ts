import { describe, expect, test } from 'vitest'
import { faults } from '../../test/faults/all.ts'
import { proofOf } from '../../test/pieces.ts'

describe('a planted fault', { tags: ['G20'] }, () => {
  test.each(faults)('$name is found, and nothing else', async ({ codes, page, piece, tamper, changes }) => {
    const made = await piece()
    const { findings } = await proofOf(made, tamper, await changes?.())
    expect([...new Set(findings.map(({ code }) => code))]).toEqual(codes)
    expect(findings.filter((finding) => page !== undefined && finding.page !== page)).toEqual([])
  })

  test('is one of at least 60', () => {
    expect(faults.length).toBeGreaterThanOrEqual(60)
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length)
  })
})
