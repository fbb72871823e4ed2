import { describe, expect, test } from 'vitest'
import { documentedRows, faultRows } from '../proof/tables.ts'
import { everyFault } from './every-fault.ts'

const injected = new Set(everyFault.map(({ id }) => id))
const documented = documentedRows()

describe('the fault table in docs/security.md', () => {
  test.each(faultRows)('%s names pnpm chaos if that injects it, and not otherwise', (row) => {
    expect(/`(CHAOS_\S+ )?pnpm chaos`/.test(documented.get(row)?.triedBy ?? '')).toBe(injected.has(row))
  })

  test('leaves no row untried', () => {
    expect(faultRows.filter((row) => !injected.has(row) && !documented.get(row)?.files.length)).toEqual([])
  })
})
