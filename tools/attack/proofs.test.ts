import { describe, expect, test } from 'vitest'
import { missingProofs, triedBy } from '../proof.ts'
import { accountAttacks } from './accounts.ts'
import { browserAttacks } from './browser.ts'
import { headerAttacks } from './headers.ts'
import { inputAttacks } from './input.ts'
import { proofs, rowsOfTheTable } from './proofs.ts'
import { scanners } from './scanners.ts'
import { socketAttacks } from './sockets.ts'

const overTheWire = [...socketAttacks, ...headerAttacks, ...accountAttacks, ...inputAttacks]
const rowsOf = (of: { row: string }[]) => new Set(of.map(({ row }) => row))

describe('the attack table', () => {
  test('has a test or an attack for each row', () => {
    const rows = rowsOf([proofs, overTheWire, browserAttacks, scanners].flat())
    expect(rowsOfTheTable.filter((row) => !rows.has(row))).toEqual([])
  })

  test('names tests that are there', () => {
    expect(missingProofs(proofs)).toEqual([])
  })
})

describe('its rows in docs/security.md', () => {
  const written = triedBy()

  test.each(rowsOfTheTable)('%s says where it is tried, and nothing else', (row) => {
    const by = written.get(row) ?? ''
    expect(by.includes('over the wire')).toBe(rowsOf(overTheWire).has(row))
    expect(by.includes('in Chromium')).toBe(rowsOf(browserAttacks).has(row))
    const named = [...by.matchAll(/`([^`]+\.(?:test|e2e)\.tsx?)`/g)].map(([, file]) => file)
    const meant = proofs
      .filter((proof) => proof.row === row)
      .map(({ file }) => file.replace(/^apps\/api\/(src\/)?/, ''))
    expect(new Set(named)).toEqual(new Set(meant.filter((file) => !file.endsWith('.md'))))
  })
})
