import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { keptSessionSecret } from './session-secret.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'session-secret-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('the secret is the same at each start, and created again if a full disk prevented writing it', () => {
  const file = path.join(folder, 'new', 'session-secret')
  const secret = keptSessionSecret(file)
  expect(secret).toHaveLength(64)
  expect(keptSessionSecret(file)).toBe(secret)
  for (const left of ['', secret.slice(0, 20)]) {
    writeFileSync(file, left)
    const next = keptSessionSecret(file)
    expect(next).toHaveLength(64)
    expect(next).toBe(readFileSync(file, 'utf8'))
  }
})
