import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../product/paths.ts'

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const text = readFileSync(path.join(root, 'docs/security.md'), 'utf8')
const uniqueOf = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))]

test.each(uniqueOf(/`([\w./-]+\.(?:test|e2e)\.tsx?)`/g))('%s, which docs/security.md names, exists', (file) => {
  const places = ['', 'apps/api', 'apps/api/src'].map((folder) => path.join(root, folder, file))
  expect(places.some((place) => existsSync(place))).toBe(true)
})

test.each(uniqueOf(/`[^`]*\bpnpm ([\w:]+)/g))('pnpm %s, which docs/security.md names, exists', (command) => {
  expect(scripts).toHaveProperty(command)
})
