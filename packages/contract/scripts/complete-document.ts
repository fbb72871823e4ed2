import { STATUS_CODES } from 'node:http'
import {
  completeSchema,
  completeSchemas,
  derivedSchemas,
  exampleOf,
  membersOf,
  nameIn,
  placeOf,
  type Schemas,
} from './complete-schema.ts'
import type { Json } from './print.ts'
import { isSchema, refuse, type Schema, textOf } from './schema.ts'

// Adds the members that openapi/ omits because every operation would repeat them. They follow from its facts.

const objectOf = (value: Json | undefined): Schema => (isSchema(value) ? value : {})
const mapped = (named: Schemas, complete: (one: Schema) => Schema): Record<string, Schema> =>
  Object.fromEntries(Object.entries(named).map(([name, one]) => [name, complete(one)]))
const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

interface Source {
  schemas: Schemas
  parameters: Schemas
}

/** The facts that determine which common responses and headers an operation gets. */
interface Facts {
  tag: string
  isPrint: boolean
  /** The session of a staff account or of a customer's member. */
  needsSession: boolean
  takesKey: boolean
  writes: boolean
  /** Each as its location and name: `path id`, `header If-Match`. */
  inputs: readonly string[]
}

/**
 * Common errors by status, as names in openapi/responses.yaml. An operation declares others itself, and excludes common
 * ones with `x-without`.
 */
function commonErrors({ tag, isPrint, needsSession, takesKey, writes, inputs }: Facts): Record<number, string | false> {
  return {
    400: 'BadRequest',
    401: takesKey ? 'KeyRequired' : needsSession && 'Unauthorized',
    // A page from another origin may send a write.
    403: (needsSession || takesKey || writes) && (isPrint ? 'PrintForbidden' : 'Forbidden'),
    404: inputs.some((input) => input.startsWith('path ')) && 'NotFound',
    412: inputs.includes('header If-Match') && 'Stale',
    413: writes && 'TooLarge',
    415: writes && 'UnsupportedMediaType',
    422: inputs.includes('header Idempotency-Key') && 'KeyReused',
    // Probes are counted but never rejected.
    429: tag !== 'health' && 'TooManyRequests',
    500: 'Internal',
    503: isPrint ? 'PrintUnavailable' : 'Unavailable',
  }
}

const headersNamed = (names: Readonly<Record<string, string>>): Schema =>
  Object.fromEntries(
    Object.entries(names).map(([name, component]) => [name, { $ref: `#/components/headers/${component}` }]),
  )

const originHeader = headersNamed({ 'Access-Control-Allow-Origin': 'Access-Control-Allow-Origin' })
const limitHeaders = headersNamed({
  'RateLimit-Limit': 'RateLimitLimit',
  'RateLimit-Remaining': 'RateLimitRemaining',
  'RateLimit-Reset': 'RateLimitReset',
})
const pageHeaders = headersNamed({ Link: 'Link', 'X-Total-Count': 'XTotalCount' })
const cappedHeader = headersNamed({ 'X-Total-Count-Capped': 'XTotalCountCapped' })
const fileHeaders = headersNamed({ 'Content-Disposition': 'ContentDisposition' })
const redirectHeaders = headersNamed({ Location: 'Location' })
const waitHeaders = headersNamed({ 'Retry-After': 'RetryAfter' })
const changeHeaders = headersNamed({ 'Change-Group': 'ChangeGroup' })
const replayHeaders = headersNamed({ 'Idempotent-Replayed': 'IdempotentReplayed' })

/** A 500 has none, because the server may have failed before counting the request or checking its origin. */
function commonHeaders(status: number): Schema {
  if (status === 500) return {}
  return {
    ...(status >= 300 && status < 400 && redirectHeaders),
    ...((status === 429 || status === 503) && waitHeaders),
    ...originHeader,
    ...(status < 500 && limitHeaders),
  }
}

/** The example of a media type is the example of its schema, overridden by its own. */
function completeMedia(media: Schema, { schemas }: Source): Schema {
  const schema = objectOf(media['schema'])
  const example = exampleOf({ ...schema, ...('example' in media && { example: media['example'] }) }, schemas)
  return { schema: completeSchema(schema), ...(example !== undefined && { example }) }
}

/** `x-html: text` and `x-csv: text` are short for such content with the text as its example. */
const textForms = { 'x-html': ['text/html', 'Html'], 'x-csv': ['text/csv', 'Csv'] } as const

/**
 * `x-json: schema` is short for JSON content with that schema, and `x-page: schema` for a page of such records. An
 * adjacent `example` belongs to the content.
 */
function withContent(body: Schema, source: Source): Schema {
  const { 'x-json': json, 'x-page': record, 'x-html': _html, 'x-csv': _csv, example, ...rest } = body
  const schema = record ? { type: 'array', maxItems: 200, items: record } : json
  const short: Schema = schema ? { 'application/json': { schema, ...(example !== undefined && { example }) } } : {}
  for (const [form, [type, name]] of Object.entries(textForms)) {
    const text = body[form]
    if (text) short[type] = { schema: { $ref: `#/components/schemas/${name}` }, example: text }
  }
  const media = Object.entries({ ...short, ...objectOf(rest['content']) })
  if (media.length === 0) return rest
  return {
    ...rest,
    content: Object.fromEntries(media.map(([type, one]) => [type, completeMedia(objectOf(one), source)])),
  }
}

/** `x-problem` is short for a problem document with that status and code. */
function problemContent(problem: Schema): Schema {
  const title = STATUS_CODES[Number(problem['status'])] ?? refuse('x-problem', 'has no known status')
  const example = { type: 'about:blank', title, ...problem, requestId: 'req-1' }
  return { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, example } }
}

function completeResponse(status: number, response: Schema, more: Schema, source: Source): Schema {
  if (response['$ref']) return response
  const { 'x-problem': problem, headers, ...stated } = withContent(response, source)
  const content = { ...objectOf(stated['content']), ...(problem && problemContent(objectOf(problem))) }
  const isFile = 'text/csv' in content || 'application/pdf' in content
  const all = { ...more, ...objectOf(headers), ...(isFile && fileHeaders), ...commonHeaders(status) }
  return {
    ...stated,
    ...(Object.keys(all).length > 0 && { headers: all }),
    ...(Object.keys(content).length > 0 && { content }),
  }
}

const withSchema = (header: Schema): Schema => ({ ...header, schema: completeSchema(objectOf(header['schema'])) })

/** A list in a query has at least one item and at most one per enum value, unless it declares other limits. */
function withLimits(list: Schema, { schemas }: Source): Schema {
  const items = objectOf(list['items'])
  const values = listOf((items['$ref'] ? (schemas[nameIn(items['$ref'])] ?? {}) : items)['enum'])
  return { minItems: 1, ...(values.length > 0 && { maxItems: values.length }), ...list }
}

/**
 * `query: name` is short for a query parameter that is written like a field, with the keywords of its schema next to
 * its own. Path parameters are required. The server splits lists at commas.
 */
function completeParameter(written: Schema, source: Source): Schema {
  const place = placeOf(written)
  if (place === undefined) return written
  const { [place]: name = null, required, description = '', example, ...stated } = written
  const schema = completeSchema(stated)
  const isList = schema['type'] === 'array'
  return {
    name,
    in: place,
    ...((place === 'path' || required) && { required: true }),
    description,
    ...(isList && { explode: false }),
    schema: isList ? withLimits(schema, source) : schema,
    ...(example !== undefined && { example }),
  }
}

/** `x-query: { name?: schema }` is short for query parameters of a single operation. */
const queryParameters = (operation: Schema): Schema[] =>
  membersOf({ properties: operation['x-query'] ?? {} }).map(({ name, isOptional, schema }) => ({
    query: name,
    required: !isOptional,
    ...schema,
  }))

const parameterNamed = (name: string): Schema => ({ $ref: `#/components/parameters/${name}` })

const isPage = ({ responses }: Schema) => Object.values(objectOf(responses)).some((one) => objectOf(one)['x-page'])

/** Adds the limit and cursor parameters to an operation that returns a page. */
function withPaging(operation: Schema): Schema {
  const { parameters = [], responses = {}, ...rest } = operation
  if (!isPage(operation)) return operation
  return { ...rest, parameters: [parameterNamed('Limit'), parameterNamed('Cursor'), ...listOf(parameters)], responses }
}

/** `{id}` in a path is the id of a record, unless the operation declares its own `id`. */
function parametersOf(url: string, operation: Schema, added: readonly string[], source: Source) {
  const inputOf = (parameter: Schema) => {
    const found = placeOf(parameter) ? parameter : (source.parameters[nameIn(parameter['$ref'] ?? null)] ?? {})
    const place = placeOf(found) ?? refuse(url, 'has an unknown parameter')
    return `${place} ${textOf(found[place] ?? null)}`
  }
  const stated = [...listOf(operation['parameters']).map(objectOf), ...queryParameters(operation)]
  const isRecord = url.includes('{id}') && !stated.some((one) => inputOf(one) === 'path id')
  const parameters = [...(isRecord ? [parameterNamed('Id')] : []), ...stated, ...added.map(parameterNamed)]
  const completed = parameters.map((parameter) => completeParameter(parameter, source))
  return { parameters: completed, inputs: parameters.map(inputOf) }
}

/** The common errors of an operation, except those in its `x-without`. */
function errorsOf(operation: Schema, facts: Facts): Schema {
  const common = new Map(
    Object.entries(commonErrors(facts)).flatMap(([status, name]) => (name ? [[status, name]] : [])),
  )
  for (const status of listOf(operation['x-without']).map(String))
    if (!common.delete(status)) refuse(textOf(operation['operationId'] ?? null), `has no common ${status} to leave out`)
  return Object.fromEntries([...common].map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]))
}

function responsesOf(operation: Schema, facts: Facts, source: Source): Schema {
  const isPaged = facts.inputs.includes('query cursor')
  const isKeyed = facts.inputs.includes('header Idempotency-Key')
  const stated = Object.entries(objectOf(operation['responses'])).map(([status, response]) => {
    const more = {
      ...(isPaged && pageHeaders),
      ...(isPage(operation) && !operation['x-exact-count'] && cappedHeader),
      ...(isKeyed && replayHeaders),
      ...(operation['x-changes'] && changeHeaders),
    }
    return [status, completeResponse(Number(status), objectOf(response), status.startsWith('2') ? more : {}, source)]
  })
  return { ...errorsOf(operation, facts), ...Object.fromEntries(stated) }
}

function completeOperation(url: string, method: string, operation: Schema, source: Source): Schema {
  const requirements = listOf(operation['security']).map(objectOf)
  const schemes = requirements.flatMap((requirement) => Object.keys(requirement))
  // A key is for test data or for live data. A session covers both, so a parameter selects the mode.
  const mode = schemes.includes('printKey') && schemes.includes('memberSession') ? ['Mode'] : []
  const { parameters, inputs } = parametersOf(url, operation, mode, source)
  const facts: Facts = {
    tag: textOf(listOf(operation['tags'])[0]),
    isPrint: url.startsWith('/v1/'),
    needsSession: requirements.every((one) => 'staffSession' in one || 'staffToken' in one || 'memberSession' in one),
    takesKey: schemes.includes('printKey'),
    writes: method !== 'get',
    inputs,
  }
  const {
    'x-without': _without,
    'x-changes': _changes,
    'x-exact-count': _exact,
    'x-query': _query,
    requestBody,
    ...stated
  } = operation
  return {
    ...stated,
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody: { required: true, ...withContent(objectOf(requestBody), source) } }),
    responses: responsesOf(operation, facts, source),
  }
}

/** The contract as served, linted, and compiled. `document` is openapi/ as returned by `readSource`. */
export function completeDocument(document: Schema): Schema {
  const components = objectOf(document['components'])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The linted source has only objects there.
  const named = components as Record<string, Record<string, Schema>>
  const { schemas: written = {}, parameters = {}, headers = {}, responses = {} } = named
  const schemas = derivedSchemas(written)
  const source: Source = { schemas, parameters }
  const paths = Object.entries(objectOf(document['paths'])).map(([url, item]) => [
    url,
    Object.fromEntries(
      Object.entries(objectOf(item)).map(([method, one]) => [
        method,
        completeOperation(url, method, withPaging(objectOf(one)), source),
      ]),
    ),
  ])
  const completed = Object.entries(responses).map(([name, response]) => {
    const status = Number(objectOf(response['x-problem'])['status'])
    return [name, completeResponse(status, response, {}, source)]
  })
  return {
    ...document,
    paths: Object.fromEntries(paths),
    components: {
      ...components,
      parameters: mapped(parameters, (one) => completeParameter(one, source)),
      headers: mapped(headers, withSchema),
      responses: Object.fromEntries(completed),
      schemas: completeSchemas(schemas),
    },
  }
}
