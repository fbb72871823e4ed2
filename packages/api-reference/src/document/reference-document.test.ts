import { document } from '@app/contract'
import { describe, expect, test } from 'vitest'
import { type JsonObject, listOf, objectOf, operationsOf, textOf } from './contract.ts'
import { guideText } from './guides.ts'
import { headingOf } from './headings.ts'
import { referenceDocument } from './reference-document.ts'

const contract = document as JsonObject
const reference = referenceDocument(contract, { guides: '# A guide', title: 'A title' })

describe('the reference', () => {
  test('says the same as the contract about every operation', () => {
    const withoutPresentation = ({
      tags: _tags,
      security: _security,
      'x-codeSamples': _samples,
      ...rest
    }: JsonObject) => rest
    const facts = (source: JsonObject) =>
      operationsOf(source).map(({ path, method, node }) => ({ path, method, node: withoutPresentation(node) }))
    expect(facts(reference)).toEqual(facts(contract))
  })

  test('lists each operation under one heading of one group', () => {
    const groups = listOf(reference['x-tagGroups']).map(objectOf)
    const tags = groups.flatMap((group) => listOf(group['tags']))
    expect(new Set(tags).size).toBe(tags.length)
    expect(listOf(reference['tags']).map((tag) => objectOf(tag)['name'])).toEqual(tags)
    for (const { node } of operationsOf(reference)) expect(tags).toContain(listOf(node['tags'])[0])
  })

  test('has what staff may call, and only that, under Staff', () => {
    const staff = listOf(
      listOf(reference['x-tagGroups'])
        .map(objectOf)
        .find(({ name }) => name === 'Staff')?.['tags'],
    )
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

  test('refuses an operation that no heading holds', () => {
    const operation = {
      path: '/elsewhere',
      method: 'get',
      node: { operationId: 'getElsewhere', security: [{}] },
    } as const
    expect(() => headingOf(operation)).toThrow('No heading of the API reference holds getElsewhere')
  })
})

describe('the guides', () => {
  test('hold every list that they name', () => {
    expect(guideText()).not.toContain('<!--')
    expect(guideText()).toContain('| `idempotency_key_reused` | 422 |')
  })

  test('name only addresses of operations that exist', () => {
    const paths = operationsOf(contract).map(({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`))
    const mentioned = guideText().matchAll(/(?:origin\.invalid|`(?:[A-Z]+ )?)(\/(?:api|v1)\/[\w/{}.$-]*)/g)
    const named = [...mentioned].map(([, path = '']) => path.replaceAll(/\$?\{[^}]*\}/g, 'id'))
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter((path) => !paths.some((pattern) => pattern.test(path)))).toEqual([])
  })
})
