import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { compareWithReleased, spec } from './redocly.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'contract-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('callers of the released contract', { tags: ['R38'] }, () => {
  test('are not broken by the present one', () => {
    expect(compareWithReleased(spec).status).toBe(0)
  })

  test.each([
    ['a path that is gone', /^ {2}\/api\/leads:$/m, '  /api/prospects:'],
    ['an input that became mandatory', /required: \[firstName, /, 'required: [phone, firstName, '],
  ])('would be broken by %s', (what, released, changed) => {
    const text = readFileSync(spec, 'utf8')
    const broken = path.join(folder, `${what.replaceAll(' ', '-')}.yaml`)
    writeFileSync(broken, text.replace(released, changed))
    expect(readFileSync(broken, 'utf8')).not.toBe(text)
    const { status, output, errors } = compareWithReleased(broken)
    expect(output + errors).toContain('1 major')
    expect(status).toBe(1)
  })
})
