import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../product/paths.ts'
import { accountAttacks } from './accounts.ts'
import { browserAttacks } from './browser.ts'
import { headerAttacks } from './headers.ts'
import { inputAttacks } from './input.ts'
import { missingProofs, proofs, rowsOfTheTable } from './proofs.ts'
import { scanners } from './scanners.ts'
import { socketAttacks } from './sockets.ts'

describe('the attack table', () => {
  test('has a test or an attack for each row', () => {
    const tried = [proofs, socketAttacks, headerAttacks, accountAttacks, inputAttacks, browserAttacks, scanners]
    const rows = new Set(tried.flat().map(({ row }) => row))
    expect(rowsOfTheTable.filter((row) => !rows.has(row))).toEqual([])
  })

  test('names tests that are there', () => {
    expect(missingProofs()).toEqual([])
  })
})

describe('docs/security.md', () => {
  const named = readFileSync(path.join(root, 'docs/security.md'), 'utf8').matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?)`/g)
  const files = [...new Set([...named].map(([, file = '']) => file))]

  test.each(files)('names %s, which is there', (file) => {
    const places = ['', 'apps/api', 'apps/api/src'].map((folder) => path.join(root, folder, file))
    expect(places.some((place) => existsSync(place))).toBe(true)
  })
})
