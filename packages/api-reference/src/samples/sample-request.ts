import {
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  type Operation,
  resolve,
  securityOf,
  textOf,
} from '../document/contract.ts'
import { originPlaceholder } from '../origin-placeholder.ts'

/** The caller in a sample. `sandbox` sends a sandbox key, `account` an account's test key. */
type Caller = 'anyone' | 'sandbox' | 'account' | 'member' | 'staff'

type SampleBody =
  | { kind: 'json'; mediaType: string; value: Json }
  | { kind: 'form'; fields: [string, string][] }
  | { kind: 'file'; mediaType: string; file: string }

/** The request in the samples of an operation. */
export interface SampleRequest {
  method: string
  url: string
  caller: Caller
  hasIdempotencyKey: boolean
  ifMatch?: string
  body?: SampleBody
  success: number
  answer: { mediaType: string; schema: JsonObject }
}

/** @throws {Error} if the contract has no example: the sample could not send the input */
function exampleOf({ example }: JsonObject, { node }: Operation): Json {
  if (example === undefined) throw new Error(`${textOf(node['operationId'])} has an input without an example`)
  return example
}

const scalar = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

const formFields = (value: Json): [string, string][] =>
  Object.entries(objectOf(value)).map(([name, member = '']) => [name, scalar(member)])

function bodyOf(contract: JsonObject, operation: Operation): SampleBody | undefined {
  const body = resolve(contract, operation.node['requestBody'])
  const [entry] = Object.entries(objectOf(body['content']))
  if (!entry) return undefined
  const [mediaType, content] = [entry[0], objectOf(entry[1])]
  if (!/json$|^application\/x-www-form-urlencoded$/.test(mediaType))
    return { kind: 'file', mediaType, file: 'photo.png' }
  const value = exampleOf(content, operation)
  if (mediaType.endsWith('json')) return { kind: 'json', mediaType, value }
  return { kind: 'form', fields: formFields(value) }
}

/** Scopes of the keys that anyone can create. */
const sandboxScopes: readonly Json[] = ['proofs', 'templates', 'assets']

function callerOf(operation: Operation): Caller {
  const { schemes, isOptional } = securityOf(operation)
  if (isOptional || schemes.length === 0) return 'anyone'
  if (schemes.includes('staffSession')) return 'staff'
  if (!schemes.includes('printKey')) return 'member'
  const scopes = listOf(operation.node['security']).flatMap((one) => listOf(objectOf(one)['printKey']))
  return scopes.every((scope) => sandboxScopes.includes(scope)) ? 'sandbox' : 'account'
}

/** The simplest successful request of an operation: its required parameters, and its body example. */
export function sampleRequest(contract: JsonObject, operation: Operation): SampleRequest {
  const parameters = listOf(operation.node['parameters']).map((parameter) => resolve(contract, parameter))
  const valueOf = (parameter: JsonObject) => scalar(exampleOf(parameter, operation))
  const named = (name: string) => parameters.find((parameter) => parameter['name'] === name)

  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(valueOf(named(name) ?? {})),
  )
  const query = parameters
    .filter((parameter) => parameter['in'] === 'query' && parameter['required'] === true)
    .map((parameter) => `${textOf(parameter['name'])}=${encodeURIComponent(valueOf(parameter))}`)
    .join('&')
  const version = named('If-Match')
  const body = bodyOf(contract, operation)

  const responses = Object.entries(objectOf(operation.node['responses']))
  const [status = '200', response] = responses.find(([code]) => /^[23]/.test(code)) ?? []
  const [answer] = Object.entries(objectOf(resolve(contract, response)['content']))
  return {
    method: operation.method.toUpperCase(),
    url: originPlaceholder + path + (query && `?${query}`),
    caller: callerOf(operation),
    hasIdempotencyKey: named('Idempotency-Key') !== undefined,
    ...(version && { ifMatch: valueOf(version) }),
    ...(body && { body }),
    success: Number(status),
    answer: { mediaType: answer?.[0] ?? '', schema: objectOf(objectOf(answer?.[1])['schema']) },
  }
}
