import { type FieldError, operationTable } from '@app/contract'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { addAccount } from '../../test/customers.ts'
import { filled } from '../../test/filled.ts'
import { exampleOf } from '../../test/fuzz/answers.ts'
import { startPrintApp } from '../../test/print.ts'
import type { Schema } from './allowed-values.ts'

// Every invalid request counts toward the write limit.
const { withKey, db, own } = await startPrintApp({ RATE_LIMIT_WRITES_PER_MINUTE: '100000' })
const account = await addAccount(db)

/** The path of a request member, and an invalid value for it. Undefined omits the member. */
type Wrong = readonly [path: readonly string[], value: unknown]

const wrongType = (type: unknown) => (type === 'string' ? 7 : 'wrong')

/** An invalid value for each rule of a schema and of all its members. */
function wrongValues(path: readonly string[], schema: Schema): Wrong[] {
  const { type, enum: values, pattern, format, minLength, maxLength, minimum, maximum, minItems, maxItems } = schema
  const { maxProperties, properties = {}, required = [], items } = schema
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, 'x']))
  return [
    ...(path.length > 0 ? [[path, wrongType(type)] as const] : []),
    ...(values ? [[path, 'none of them'] as const] : []),
    ...((pattern ?? format) === undefined ? [] : [[path, '\n'.repeat(minLength ?? 1)] as const]),
    ...(minLength ? [[path, ''] as const] : []),
    ...(maxLength === undefined ? [] : [[path, 'x'.repeat(maxLength + 1)] as const]),
    ...(minimum === undefined ? [] : [[path, minimum - 1] as const]),
    ...(maximum === undefined ? [] : [[path, maximum + 1] as const]),
    ...(minItems ? [[path, []] as const] : []),
    ...(maxItems === undefined ? [] : [[path, Array.from({ length: maxItems + 1 }, () => 0)] as const]),
    ...(maxProperties === undefined ? [] : [[path, many(maxProperties + 1)] as const]),
    ...(type === 'object' && maxProperties === undefined ? [[[...path, 'Surprise'], 1] as const] : []),
    ...required.map((name) => [[...path, name], undefined] as const),
    ...Object.entries(properties).flatMap(([name, member]) => wrongValues([...path, name], member)),
    ...(items ? wrongValues([...path, '0'], items) : []),
  ]
}

/** A copy of a value with the value at a path replaced. */
function changed(value: unknown, [name, ...rest]: readonly string[], to: unknown): unknown {
  if (name === undefined) return to
  if (Array.isArray(value)) return value.map((one, index) => (String(index) === name ? changed(one, rest, to) : one))
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return { ...Object.fromEntries(members), [name]: changed(new Map(members).get(name), rest, to) }
}

// The schemas of the contract are plain JSON Schema.
const schemaOf = (schema: unknown) => schema as Schema

const printCalls = operationTable.filter(({ url }) => url.startsWith('/v1/'))

/** Variants of one call, each with a different invalid value. */
function wrongCalls({ method, url, bodyMedia, schema }: (typeof printCalls)[number]): InjectOptions[] {
  const call = { method, url: filled(url) }
  const example = exampleOf(url, method, bodyMedia)
  const isJson = bodyMedia === 'application/json'
  const bodies = isJson && schema.body ? wrongValues([], schemaOf(schema.body)) : []
  const queries = schema.querystring ? wrongValues([], schemaOf(schema.querystring)) : []
  const headers = schema.headers ? wrongValues([], schemaOf(schema.headers)) : []
  const withBody = isJson && schema.body ? { payload: example } : {}
  return [
    ...bodies.map(([path, value]) => ({ ...call, payload: Object(changed(example, path, value)) })),
    ...queries
      .filter(([, value]) => value !== undefined)
      .map(([[name = ''], value]) => ({ ...call, query: { [name]: String(value) } })),
    ...headers
      .filter(([, value]) => typeof value === 'string')
      .map(([[name = ''], value]) => ({ ...call, ...withBody, headers: { [name]: String(value) } })),
    ...(url.includes(':id') ? [{ ...call, ...withBody, url: url.replace(':id', 'nope').replace(':page', '1') }] : []),
  ]
}

/** Some operations have no input that could be invalid. */
const faultyCalls = printCalls.map((operation) => {
  // A sandbox key is rejected for an account’s data before its request is read.
  const isOfAccount = operation.roles.some((role) => role === 'pieces' || role === 'webhooks')
  return [operation.id, wrongCalls(operation), isOfAccount ? account.test.key : own.Key] as const
})

test.each(faultyCalls.filter(([, calls]) => calls.length > 0))(
  '400 from %s states what is allowed for every error',
  async (_id, calls, key) => {
    const faults: FieldError[] = []
    for (const call of calls) {
      const answer = await withKey(call, key)
      const { errors = [] }: { errors?: FieldError[] } = answer.body ? answer.json() : {}
      faults.push(...errors)
      // Each value has at most one error.
      const places = errors.map(({ pointer }) => pointer)
      expect(places).toEqual([...new Set(places)])
    }
    for (const fault of faults) {
      expect(fault).toMatchObject({ code: expect.any(String), allowed: expect.any(String), remedy: expect.any(String) })
      expect(fault.allowed).not.toBe(fault.detail)
      // Contains neither a regular expression nor the wording of the validator.
      expect(fault.allowed).not.toMatch(/[\\^${}[\]]/)
      // Does not end with the contract's name of a format, such as "date".
      expect(fault.allowed).not.toMatch(/: [\w-]+$/)
      expect(fault.detail).toMatch(/^[A-Z][^[\]{}]*\.$/)
      expect(fault.detail).not.toMatch(/\bmust\b|\bNOT\b/)
      // Is neither the validator’s message nor the fallback for a rule without its own message.
      expect(fault.allowed).not.toMatch(/^$|\bmust\b|another value/i)
    }
    expect(faults.length).toBeGreaterThan(0)
  },
)
