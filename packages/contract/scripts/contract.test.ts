import { expect, test } from 'vitest'
import { compile } from './compile.ts'
import { completeDocument } from './complete-document.ts'
import { readSource } from './read-source.ts'
import type { Schema } from './schema.ts'

const contract = completeDocument(readSource())

test('compiles to the same code each time', () => {
  expect(compile(completeDocument(readSource()))).toEqual(compile(contract))
})

test('limits every text, number and list that it defines', () => {
  const unbounded: string[] = []
  const visit = (node: unknown, where: string): void => {
    if (Array.isArray(node)) {
      for (const [index, inner] of node.entries()) visit(inner, `${where}/${index}`)
      return
    }
    if (typeof node !== 'object' || node === null) return
    // Parsed YAML is plain data.
    const schema = node as Schema
    const types = [schema['type']].flat()
    const needs = {
      string: ['maxLength', 'enum'],
      integer: ['maximum', 'enum'],
      number: ['maximum'],
      array: ['maxItems'],
    }
    for (const [type, bounds] of Object.entries(needs)) {
      if (types.includes(type) && !bounds.some((bound) => bound in schema)) unbounded.push(where)
    }
    const isObjectSchema = types.includes('object') && 'properties' in schema
    if (isObjectSchema && !('additionalProperties' in schema)) unbounded.push(`${where} is open`)
    for (const [key, inner] of Object.entries(schema)) if (key !== 'example') visit(inner, `${where}/${key}`)
  }
  visit(contract, '')
  expect(unbounded).toEqual([])
})

test('names no brand, because the contract is the same for every operator', () => {
  expect(JSON.stringify(contract)).not.toMatch(/lark\s*post/i)
})
