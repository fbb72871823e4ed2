import { document } from '@app/contract'
import { expect, test } from 'vitest'
import { staffCodes } from '../errors/staff-codes.ts'
import { sampleRequest } from '../samples/sample-request.ts'
import { type JsonObject, listOf, objectOf, operationsOf, resolve } from './contract.ts'
import { printDocument } from './print-document.ts'

const contract = document as JsonObject
const print = printDocument(contract)

test('has every operation of the print API as the contract describes it, and no other', () => {
  const described = (source: JsonObject) =>
    operationsOf(source).map(({ path, method, node: { tags: _tags, security, parameters, ...node } }) => ({
      path,
      method,
      node,
      keys: listOf(security).filter((one) => !('memberSession' in objectOf(one))),
      parameters: listOf(parameters).filter((one) => objectOf(one)['$ref'] !== '#/components/parameters/Mode'),
    }))
  expect(described(print)).toEqual(described(contract).filter(({ path }) => path.startsWith('/v1/')))
  expect(described(print).length).toBeGreaterThan(10)
})

test('has the same samples as the whole contract, so samples of pieces and webhooks send an account key', () => {
  const samplesIn = (source: JsonObject) =>
    operationsOf(source)
      .filter(({ path }) => path.startsWith('/v1/'))
      .map((operation) => sampleRequest(source, operation))
  expect(samplesIn(print)).toEqual(samplesIn(contract))
})

test('has the components that its operations use, and no others', () => {
  const text = JSON.stringify({ ...print, 'x-security': operationsOf(print).map(({ node }) => node['security']) })
  const kept = Object.entries(objectOf(print['components']))
  const names = kept.flatMap(([kind, named]) => Object.keys(objectOf(named)).map((name) => ({ kind, name })))
  const isUsed = ({ kind, name }: { kind: string; name: string }) =>
    kind === 'securitySchemes' ? text.includes(`{"${name}":[`) : text.includes(`"#/components/${kind}/${name}"`)
  expect(names.filter((one) => !isUsed(one))).toEqual([])
  for (const [, $ref = ''] of text.matchAll(/"\$ref":"([^"]+)"/g)) expect(resolve(print, { $ref })).not.toEqual({})
  expect(Object.keys(objectOf(objectOf(print['components'])['securitySchemes']))).toEqual(['printKey'])
})

test('orders operations for customers, and does not mention staff', () => {
  expect(listOf(print['tags']).map((tag) => objectOf(tag)['x-displayName'])).toEqual([
    'Proofs',
    'Pieces',
    'Webhooks',
    'Prices',
    'Templates',
    'Assets',
    'Sandbox keys',
    'OpenAPI',
  ])
  expect(JSON.stringify(print)).not.toMatch(/staffSession|memberSession|\/api\/admin/)
  const codes = [...JSON.stringify(print).matchAll(/"code":"(\w+)"/g)].map(([, code = '']) => code)
  expect(codes.length).toBeGreaterThan(10)
  expect(codes.filter((code) => code in staffCodes)).toEqual([])
})
