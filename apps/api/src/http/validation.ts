import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import serializerOf from 'fast-json-stringify'
import type { FastifyInstance } from 'fastify'
import { formats as ownFormats } from '@app/contract'

const base: Options = {
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  removeAdditional: false,
  useDefaults: true,
  // Adds the violated schema to each error, which lets print API responses state the allowed values.
  verbose: true,
}

function withFormats(ajv: Ajv): Ajv {
  formats.default(ajv, ['uri-reference'])
  for (const [name, validate] of Object.entries(ownFormats)) ajv.addFormat(name, validate)
  return ajv
}

// One of each per process: several applications, for example in tests, share the compiled schemas.
const exact = withFormats(new Ajv({ ...base, coerceTypes: false }))
const untilFirst = withFormats(new Ajv({ ...base, allErrors: false, coerceTypes: false }))
const converting = withFormats(new Ajv({ ...base, coerceTypes: true }))

/**
 * Attribution data in a body. The visitor did not enter it and cannot fix it, so an invalid value is dropped instead of
 * rejecting the request.
 */
const forgiven = 'touches'

const isForgiven = ({ instancePath }: ErrorObject) =>
  instancePath === `/${forgiven}` || instancePath.startsWith(`/${forgiven}/`)

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const hasForgiven = (schema: unknown): boolean =>
  isObject(schema) && isObject(schema['properties']) && forgiven in schema['properties']

/** Checks a value like a request body with this schema, for JSON text inside a body. */
export const exactValidator = (schema: object): ValidateFunction => exact.compile(schema)

type Validate = ((body: unknown) => boolean) & { errors?: ErrorObject[] | null }

/** Finding every fault of a larger body would delay other requests too long. */
const maxValues = 2_000

/** True when a body contains more than `maxValues` values, at any depth. */
function isLarge(body: unknown): boolean {
  const left = [body]
  for (let count = 0; left.length > 0; count += 1) {
    const value = left.pop()
    const inner = isObject(value) ? Object.values(value) : []
    if (count + left.length + inner.length > maxValues) return true
    left.push(...inner)
  }
  return false
}

/** Finds every serious fault of a body. Drops the attribution data of a large body, and finds only its first fault. */
function bodyValidator(schema: object): Validate {
  const validate: Validate = (body) => {
    const isBounded = isLarge(body)
    if (isBounded && isObject(body) && hasForgiven(schema)) Reflect.deleteProperty(body, forgiven)
    // Caches compiled schemas.
    const check = (isBounded ? untilFirst : exact).compile(schema)
    check(body)
    const faults = check.errors ?? []
    const serious = faults.filter((fault) => !isForgiven(fault))
    if (serious.length < faults.length && isObject(body)) Reflect.deleteProperty(body, forgiven)
    validate.errors = serious.length > 0 ? serious : null
    return serious.length === 0
  }
  return validate
}

/** Names of the list parameters. */
const listsOf = (schema: unknown): string[] =>
  isObject(schema) && isObject(schema['properties'])
    ? Object.entries(schema['properties']).flatMap(([name, one]) =>
        isObject(one) && one['type'] === 'array' ? name : [],
      )
    : []

/**
 * The items of a list that arrived as one text. A comma in an item, and therefore a percent sign, may be
 * percent-encoded.
 */
const itemsOf = (text: string): string[] =>
  text.split(',').map((item) => item.replaceAll(/%2c|%25/gi, decodeURIComponent))

/** Converts text to the schema's types. */
function textValidator(schema: object, lists: readonly string[]): Validate {
  const validate: Validate = (values) => {
    for (const name of lists) {
      const text = isObject(values) ? values[name] : undefined
      if (isObject(values) && typeof text === 'string') values[name] = itemsOf(text)
    }
    const check = converting.compile(schema)
    const fits = check(values)
    validate.errors = check.errors ?? null
    return fits
  }
  return validate
}

/** A response is serialized by its types. Its formats were validated on input. */
const compileSerializer = (schema: object) => serializerOf(schema, { ajv: { validateFormats: false } })
const serializers = new WeakMap<object, ReturnType<typeof compileSerializer>>()

/**
 * Bodies are validated exactly as sent. Only values that always arrive as text (query, path, headers) are converted to
 * their types. Schemas are compiled on first use, because compiling all of them would take a third of the startup time.
 */
export function installValidation(app: FastifyInstance): void {
  app.setValidatorCompiler<object>(({ schema, httpPart }) =>
    httpPart === 'body'
      ? bodyValidator(schema)
      : textValidator(schema, httpPart === 'querystring' ? listsOf(schema) : []),
  )
  app.setSerializerCompiler<object>(({ schema }) => (value) => {
    let serialize = serializers.get(schema)
    if (!serialize) serializers.set(schema, (serialize = compileSerializer(schema)))
    return serialize(value)
  })
}
