import { type Json, type JsonObject, isObject, listOf, objectOf, resolve } from '../document/contract.ts'
import { isName } from './literal.ts'

const union = (types: string[]): string => [...new Set(types)].join(' | ')

function typeNamed(contract: JsonObject, schema: JsonObject, type: Json | undefined, indent: string): string {
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'boolean' || type === 'string' || type === 'null') return type
  if (type === 'array') {
    const item = typeOf(contract, schema['items'], indent)
    return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
  }
  const members = Object.entries(objectOf(schema['properties']))
  const others = schema['additionalProperties']
  if (members.length === 0) {
    return isObject(others) ? `Record<string, ${typeOf(contract, others, indent)}>` : 'Record<string, unknown>'
  }
  const required = listOf(schema['required'])
  const inner = `${indent}  `
  const lines = members.map(([name, member]) => {
    const optional = required.includes(name) ? '' : '?'
    return `${inner}${isName(name) ? name : `'${name}'`}${optional}: ${typeOf(contract, member, inner)}\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

/** The TypeScript type of the values that a schema accepts. */
export function typeOf(contract: JsonObject, schemaOrReference: Json | undefined, indent = ''): string {
  const schema = resolve(contract, schemaOrReference)
  const choices = listOf(schema['enum'])
  if (choices.length > 0)
    return union(choices.map((choice) => (typeof choice === 'string' ? `'${choice}'` : JSON.stringify(choice))))
  const alternatives = listOf(schema['anyOf'])
  if (alternatives.length > 0) return union(alternatives.map((one) => typeOf(contract, one, indent)))
  const types = Array.isArray(schema['type']) ? schema['type'] : [schema['type']]
  return union(types.map((type) => typeNamed(contract, schema, type, indent)))
}
