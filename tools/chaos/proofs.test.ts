import { describe, expect, test } from 'vitest'
import { missingProofs, triedBy } from '../proof.ts'
import { everyFault } from './every-fault.ts'
import { faultProofs, rowsOfFaults } from './proofs.ts'

const injected = new Set(everyFault.map(({ id }) => id))

describe('the fault table', () => {
  test('has a test or a fault for each row', () => {
    const rows = new Set([...injected, ...faultProofs.map(({ row }) => row)])
    expect(rowsOfFaults.filter((row) => !rows.has(row))).toEqual([])
  })

  test('names tests that are there', () => {
    expect(missingProofs(faultProofs)).toEqual([])
  })
})

describe('its rows in docs/security.md', () => {
  const written = triedBy()

  test.each(rowsOfFaults)('%s says where it is tried', (row) => {
    const by = written.get(row) ?? ''
    expect(/`(CHAOS_\S+ )?pnpm chaos`/.test(by)).toBe(injected.has(row))
    for (const { file } of faultProofs.filter((proof) => proof.row === row && proof.file !== 'package.json'))
      expect(by).toContain(`\`${file.replace(/^apps\/api\/(src\/)?/, '')}\``)
  })
})
