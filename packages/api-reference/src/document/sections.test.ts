import { document, ErrorCode, FindingCode, FieldCode, ProofFailureCode } from '@app/contract'
import { expect, test } from 'vitest'
import { staffCodes } from '../errors/staff-codes.ts'
import { codeSections } from './code-sections.ts'
import { type JsonObject, operationsOf } from './contract.ts'
import { guideSections } from './guides.ts'
import type { Section } from './sections.ts'

const contract = document as JsonObject
const partsOf = (sections: readonly Section[]) => sections.flatMap(({ parts }) => parts)
const textOf = (sections: readonly Section[]) =>
  sections
    .flatMap(({ title, text, parts }) => [title, text, ...parts.flatMap((part) => [part.title, part.text])])
    .join('\n')

test('every code has its own section, with its meaning', () => {
  const codes = [FindingCode, ProofFailureCode, ErrorCode, FieldCode].map((schema) => [...schema.enum].toSorted())
  const parts = codeSections('integrators').map((section) => section.parts.map(({ title }) => title).toSorted())
  expect(parts).toEqual(codes)
  for (const { text } of partsOf(codeSections('integrators'))) expect(text).toMatch(/^[A-Z`].*[.!]$/s)
})

test('customers read nothing about staff', () => {
  const sections = [...guideSections('customers'), ...codeSections('customers')]
  expect(partsOf(sections).filter(({ title }) => title in staffCodes)).toEqual([])
  expect(textOf(sections)).not.toMatch(/\/api\/(admin|login)/)
  expect(textOf(guideSections('integrators'))).toContain('/api/login')
})

test('a guide has its title, its parts, and no unfilled placeholders', () => {
  const guides = guideSections('integrators')
  expect(guides[0]).toMatchObject({ tag: 'guide-quickstart', title: 'First proof in two minutes' })
  expect(guides[0]?.parts.map(({ title }) => title)).toContain('2. Get a sandbox key')
  expect(textOf(guides)).not.toMatch(/<!--|^#/m)
})

test.each([
  'bleed',
  'rate limit',
  'webhook',
  'idempotency',
  'retries',
  'QR code',
  'safe zone',
  'pagination',
  '300 DPI',
  '429',
  'CRM',
  'postcard',
  'letter',
  'fonts',
  'changelog',
])('the guides have a title about %s', (words) => {
  const titles = guideSections('customers').flatMap(({ title, parts }) => [title, ...parts.map((part) => part.title)])
  expect(titles.join('\n').toLowerCase()).toContain(words.toLowerCase())
})

test('the guide to templates states the zones of each size in inches', () => {
  const text = textOf(guideSections('customers'))
  expect(text).toContain('| `6x9` | address and barcode | 4.975 | 3.625 | 4 | 2.375 |')
  expect(text).toContain('| `6x9` | permit | 7.575 | 0.375 | 1.3 | 0.64 |')
  expect(text).toContain('| `8.5x14` | sender window | 0.625 | 0.5 | 3.25 | 0.875 |')
  expect(text).not.toContain('| `8.5x14` | permit')
})

test('guides name only URLs of existing operations', () => {
  const paths = operationsOf(contract).map(({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`))
  const text = textOf(guideSections('integrators'))
  const mentioned = text.matchAll(/(?:origin\.invalid|`(?:[A-Z]+ )?)(\/(?:api|v1)\/[\w/{}.$-]*)/g)
  const named = [...mentioned].map(([, path = '']) => path.replaceAll(/\$?\{[^}]*\}/g, 'id'))
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((path) => !paths.some((pattern) => pattern.test(path)))).toEqual([])
})

test('the guides name only existing codes', () => {
  const enums = [...JSON.stringify(document).matchAll(/"enum":\[([^\]]*)\]/g)].flatMap(([, list]) => list ?? [])
  // A merge field in the examples.
  const codes = new Set([...enums.join().matchAll(/"(\w+)"/g)].map(([, name]) => name).concat('first_name'))
  const named = [...textOf(guideSections('integrators')).matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].flatMap(
    ([, name]) => name ?? [],
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !codes.has(name))).toEqual([])
})
