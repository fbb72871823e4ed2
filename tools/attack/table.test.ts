import { describe, expect, test } from 'vitest'
import { attackRows, documentedRows } from '../proof/tables.ts'
import { accountAttacks } from './accounts.ts'
import { browserAttacks } from './browser.ts'
import { campaignAttacks } from './campaigns.ts'
import { headerAttacks } from './headers.ts'
import { inputAttacks } from './input.ts'
import { machineAttacks } from './machine.ts'
import { messageAttacks } from './messages.ts'
import { printAttacks } from './print.ts'
import { scanners } from './scanners.ts'
import { socketAttacks } from './sockets.ts'

const overTheWire = [
  ...socketAttacks,
  ...headerAttacks,
  ...accountAttacks,
  ...inputAttacks,
  ...campaignAttacks,
  ...machineAttacks,
  ...messageAttacks,
  ...printAttacks,
]
const rowsOf = (of: { row: string }[]) => new Set(of.map(({ row }) => row))
const documented = documentedRows()

describe('the attack table in docs/security.md', () => {
  test.each(attackRows)('%s names each kind of attack that tries it, and no other', (row) => {
    const triedBy = documented.get(row)?.triedBy ?? ''
    expect(triedBy.includes('over the wire')).toBe(rowsOf(overTheWire).has(row))
    expect(triedBy.includes('in Chromium')).toBe(rowsOf(browserAttacks).has(row))
  })

  test('leaves no row untried', () => {
    const tried = rowsOf([overTheWire, browserAttacks, scanners].flat())
    const untried = attackRows.filter((row) => !tried.has(row) && !documented.get(row)?.files.length)
    expect(untried).toEqual([])
  })
})
