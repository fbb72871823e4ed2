import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { printSchemaOf } from './print-schema.ts'

const root = path.join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const contract = parse(read('openapi/spec.yaml'))

test('the schema that the site publishes is that of the contract: else run `pnpm --filter @app/contract print-schema`', () => {
  expect(JSON.parse(read('apps/site/public/print-api.schema.json'))).toEqual(printSchemaOf(contract))
})

test('its sizes are those of postcards and letters together, and its members those of both', () => {
  const { components } = contract
  const { PieceSize, PostcardSize, LetterSize } = components.schemas
  expect(PieceSize.enum).toEqual([...PostcardSize.enum, ...LetterSize.enum])
  for (const name of ['PostcardInput', 'LetterInput']) {
    const [fields, own] = components.schemas[name].allOf
    expect(fields).toEqual({ $ref: '#/components/schemas/PieceFields' })
    expect(Object.keys(own.properties)).toEqual(['Size'])
  }
})
