import { readFileSync } from 'node:fs'
import path from 'node:path'
import { kubernetes, readKustomization, settingsOf } from 'tools/deploy'
import { describe, expect, test } from 'vitest'
import { settingDefaults } from '../src/config/config.ts'

const root = path.join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const known = Object.keys(settingDefaults)

/** The settings of a Markdown table: names and the cell of their default. */
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| (`[A-Z].*?) \| (.*?) \| (.*?) \|$/gm)].flatMap(([, names = '', defaults = '']) =>
    [...names.matchAll(/`([A-Z\d_]+)`/g)].map(([, name = '']) => [name, defaults] as const),
  )

const operations = rowsOf(read('docs/operations.md'))

test('docs/operations.md lists exactly the settings of the program', () => {
  expect(operations.map(([name]) => name).sort()).toEqual([...known].sort())
})

test.each(operations)('%s has its documented default', (name, written) => {
  const value = settingDefaults[name]
  const isStated = value !== undefined && value !== ''
  const literal = written.match(/^`([^`]*)`$/)?.[1]
  // A default derived from another setting is written as SITE_URL/admin.
  const follows = /^`(http:\/\/localhost:PORT|SITE_URL(?:\/.*)?)`$/.test(written)
  expect(isStated ? literal : follows || /^(none|off)/.test(written)).toBe(
    isStated ? JSON.stringify(value).replaceAll('"', '') : true,
  )
})

test('README.md names every setting', () => {
  const text = read('README.md')
  expect(known.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})

describe('deployments set only known settings', () => {
  test('docker-compose.yml', () => {
    const block = read('docker-compose.yml').match(/environment: &settings\n((?: {4}\w+: .*\n)+)/)?.[1] ?? ''
    const names = [...block.matchAll(/^ {4}(\w+):/gm)].map(([, name = '']) => name)
    expect(names).toContain('DATABASE_URL')
    expect(names.filter((name) => !known.includes(name))).toEqual([])
  })

  test('Kubernetes', () => {
    const overlay = path.join(kubernetes, 'overlays/example')
    const names = Object.keys(settingsOf(readKustomization(path.join(kubernetes, 'base')), readKustomization(overlay)))
    expect(names).toContain('TRUST_PROXY')
    expect(names.filter((name) => !known.includes(name))).toEqual([])
  })
})
