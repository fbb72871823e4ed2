import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { breakingChanges, spec } from './redocly.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'contract-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('callers of the released contract', { tags: ['R38'] }, () => {
  test('are not broken by the present one', () => {
    expect(breakingChanges(spec)).toEqual([])
  })

  test.each([
    ['a path that is gone', /^ {2}\/api\/leads:$/m, '  /api/prospects:'],
    ['an input that became mandatory', /required: \[firstName, /, 'required: [phone, firstName, '],
    ['a pattern that became narrower and is not listed', /pattern: '\^\\d\{5\}/, "pattern: '^0\\d{4}"],
  ])('would be broken by %s', (what, released, changed) => {
    const text = readFileSync(spec, 'utf8')
    const broken = path.join(folder, `${what.replaceAll(' ', '-')}.yaml`)
    writeFileSync(broken, text.replace(released, changed))
    expect(readFileSync(broken, 'utf8')).not.toBe(text)
    expect(breakingChanges(broken)).toHaveLength(1)
  })
})
