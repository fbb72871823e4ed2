import { document } from '@app/contract'
import { describe, expect, test } from 'vitest'
import { type JsonObject, listOf, objectOf, operationsOf, textOf } from './contract.ts'
import { underHeadings } from './headings.ts'
import { referenceDocument } from './reference-document.ts'

const contract = document as JsonObject
const reference = referenceDocument(underHeadings(contract), {
  title: 'A title',
  guides: [{ tag: 'guide-a', title: 'A guide', text: 'Read this.', parts: [{ title: 'A part', text: 'And this.' }] }],
  codes: [
    { tag: 'errors', title: 'Error codes', text: 'All of them.', parts: [{ title: 'not_found', text: 'Gone.' }] },
  ],
})

test('describes every operation as the contract does', () => {
  const withoutPresentation = ({
    tags: _tags,
    security: _security,
    'x-codeSamples': _samples,
    ...rest
  }: JsonObject) => ({
    ...rest,
    parameters: listOf(rest['parameters']).map((parameter) => ({ ...objectOf(parameter), example: 'any' })),
  })
  const facts = (source: JsonObject) =>
    operationsOf(source).map(({ path, method, node }) => ({ path, method, node: withoutPresentation(node) }))
  expect(facts(reference)).toEqual(facts(contract))
})

test('has examples of required parameters only, so that the page sends no optional ones by default', () => {
  const shared = objectOf(objectOf(reference['components'])['parameters'])
  const parameters = operationsOf(reference)
    .flatMap(({ node }) => listOf(node['parameters']).map(objectOf))
    .map((one) => objectOf(shared[textOf(one['$ref']).replace('#/components/parameters/', '')] ?? one))
  expect(parameters.length).toBeGreaterThan(100)
  expect(parameters.filter(({ required, example }) => example !== undefined && required !== true)).toEqual([])
})

test('lists guides, then operations by heading and group, then error codes', () => {
  const tags = listOf(reference['tags']).map(objectOf)
  const names = tags.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.slice(0, 7)).toEqual(['guide-a', 'guide-a-A part', 'Print', 'Website', 'Service', 'Staff', 'proofs'])
  expect(tags.slice(-2)).toEqual([
    { name: 'errors', 'x-displayName': 'Error codes', description: 'All of them.' },
    { name: 'errors-not_found', 'x-displayName': 'not_found', description: 'Gone.', parent: 'errors' },
  ])
  const parents = tags.flatMap(({ parent }) => (parent === undefined ? [] : [parent]))
  expect(parents.filter((parent) => !names.includes(parent))).toEqual([])
  for (const { node } of operationsOf(reference)) expect(names).toContain(listOf(node['tags'])[0])
})

test('lists staff operations, and only those, under Staff', () => {
  const staff = listOf(reference['tags'])
    .map(objectOf)
    .filter(({ parent }) => parent === 'Staff')
    .map(({ name }) => name)
  const ids = operationsOf(reference)
    .filter(({ node }) => staff.includes(listOf(node['tags'])[0] ?? ''))
    .map(({ node }) => textOf(node['operationId']))
  expect(ids).toEqual(
    operationsOf(contract)
      .filter(
        ({ node, path }) =>
          JSON.stringify(node['security']).includes('staffSession') ||
          path.startsWith('/api/login') ||
          (node['x-navigation'] === true && path !== '/q/{code}'),
      )
      .map(({ node }) => textOf(node['operationId'])),
  )
})

describe('headings', () => {
  test('reject an operation without a heading', () => {
    const paths = { '/elsewhere': { get: { operationId: 'getElsewhere', security: [{}] } } }
    expect(() => underHeadings({ paths })).toThrow('No heading of the API reference holds getElsewhere')
  })
})
