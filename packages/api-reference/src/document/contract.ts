/** A part of an OpenAPI document. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [name: string]: Json | undefined
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})

export const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const
type Method = (typeof methods)[number]

export interface Operation {
  path: string
  method: Method
  node: JsonObject
}

/** Every operation of a contract, in its order. */
export const operationsOf = (contract: JsonObject): Operation[] =>
  Object.entries(objectOf(contract['paths'])).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const node = objectOf(item)[method]
      return isObject(node) ? [{ path, method, node }] : []
    }),
  )

/** Resolves a reference, or returns the object itself. */
export function resolve(contract: JsonObject, value: Json | undefined): JsonObject {
  const reference = textOf(objectOf(value)['$ref'])
  if (!reference) return objectOf(value)
  let found: Json | undefined = contract
  for (const step of reference.slice(2).split('/')) {
    found = objectOf(found)[step.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  return resolve(contract, found)
}

/**
 * The names of all security schemes of an operation. Security is optional if the operation also accepts requests
 * without any of them.
 */
export function securityOf({ node }: Operation): { schemes: string[]; isOptional: boolean } {
  const requirements = listOf(node['security']).map((one) => Object.keys(objectOf(one)))
  return { schemes: requirements.flat(), isOptional: requirements.some((schemes) => schemes.length === 0) }
}
