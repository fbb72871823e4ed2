import { type Json, print, printObject, typeCall } from './print.ts'
import { type Components, isSchema, printSchema, refuse, type Schema, textOf } from './schema.ts'

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const
const inputLocations = [
  ['params', 'path'],
  ['querystring', 'query'],
  ['headers', 'header'],
] as const

export interface Operation {
  id: string
  code: string
}

const asSchema = (where: string, value: Json | undefined): Schema =>
  isSchema(value) ? value : refuse(where, 'is not an object')

/** True if a query parameter covers every name that is not listed. OpenAPI writes it as an exploded object. */
const standsForOthers = (parameter: Schema) => isSchema(parameter['schema']) && parameter['schema']['type'] === 'object'

/** Code of the object that validates one part of the input: path, query, or headers. */
function printParameters(where: string, parameters: Schema[], location: string, components: Components): string {
  const others = parameters.find(standsForOthers)
  const fields = parameters
    .filter((parameter) => parameter !== others)
    .map((parameter): [string, string] => {
      const name = textOf(parameter['name'])
      const schema = asSchema(`${where} ${name}`, parameter['schema'])
      if (schema['type'] === 'array' && location !== 'query') refuse(`${where} ${name}`, 'a list is a query parameter')
      const code = printSchema(`${where} ${name}`, schema, components)
      // A parameter with a default is always present after validation.
      const present = parameter['required'] === true || 'default' in schema
      return [location === 'header' ? name.toLowerCase() : name, present ? code : typeCall('Optional', code)]
    })
  // Requests carry many more headers than we read. Any other part of the input is closed, unless a parameter opens it.
  const { type: _object, ...closed } = asSchema(where, others?.['schema'] ?? { additionalProperties: false })
  return typeCall('Object', printObject(fields), location === 'header' ? '' : print(closed))
}

function readBody(where: string, operation: Schema, components: Components) {
  if (!operation['requestBody']) return undefined
  const body = components.resolve(where, asSchema(where, operation['requestBody']))
  const { required: isRequired } = body
  if (typeof isRequired !== 'boolean') return refuse(where, 'requestBody must state `required`')
  const content = Object.entries(asSchema(where, body['content']))
  const [schema, ...others] = content.map(([, one]) => asSchema(where, asSchema(where, one)['schema']))
  if (!schema || others.some((other) => JSON.stringify(other) !== JSON.stringify(schema)))
    refuse(where, 'a body has one schema, whatever its media type')
  const [media = '', ...otherMedia] = content.map(([type]) => type)
  return { media, otherMedia, isOptional: !isRequired, code: printSchema(`${where} body`, schema, components) }
}

const partOf = (response: Schema, name: 'content' | 'headers'): Schema =>
  isSchema(response[name]) ? response[name] : {}

interface Success {
  status: number
  media: string
  headers: string[]
  schema: string
}

function successOf(where: string, status: string, declared: Schema, components: Components): Success {
  const response = components.resolve(where, declared)
  const [[media, content] = ['', undefined]] = Object.entries(partOf(response, 'content'))
  const headers = Object.keys(partOf(response, 'headers'))
  return {
    status: Number(status),
    media,
    // The server itself sets the headers for limits and origins on every response.
    headers: headers.filter((name) => !/^(RateLimit|Access-Control)-/.test(name)),
    schema: content
      ? printSchema(`${where} ${status}`, asSchema(where, asSchema(where, content)['schema']), components)
      : typeCall('Null'),
  }
}

/** The first success is the usual one. The others have their own bodies, and the same media type and headers. */
function readSuccesses(where: string, operation: Schema, components: Components): [Success, ...Success[]] {
  const responses = asSchema(where, operation['responses'])
  const statuses = Object.keys(responses).filter((code) => /^[23]/.test(code))
  const read = (status: string) => successOf(where, status, asSchema(where, responses[status]), components)
  const [first, ...rest] = statuses
  if (!first) return refuse(where, 'needs a 2xx or 3xx response')
  const success = read(first)
  // A page may also redirect, and has its own media type and status.
  const others = operation['x-navigation'] === true ? [] : rest.map(read)
  const formOf = ({ media, headers }: Success) => [media, ...headers].join()
  for (const other of others) {
    if (success.headers.length === 0 || formOf(other) !== formOf(success))
      refuse(where, 'several successes need the same media type, and the same headers, at least one')
  }
  return [success, ...others]
}

/** The scope of a staff token that an operation accepts in place of a session. Empty when it accepts no token. */
function readTokenScope(where: string, first: Schema | undefined, alternatives: Schema[]): string {
  const [alternative] = alternatives
  const scopes = alternative?.['staffToken']
  if (scopes === undefined) return ''
  const isBesideSession = Object.keys(first ?? {}).join() === 'staffSession' && alternatives.length === 1
  if (!isBesideSession || Object.keys(alternative ?? {}).length > 1)
    refuse(where, 'a staff token is allowed only as an alternative to a session')
  const [scope, ...others] = Array.isArray(scopes) ? scopes : []
  if (typeof scope !== 'string' || others.length > 0) refuse(where, 'a token needs exactly one scope')
  if (!/ \/api\/admin\//.test(where)) refuse(where, 'takes no token: it is about one account')
  return scope
}

/**
 * `[{}]` allows anyone. The list of a scheme contains the allowed roles or scopes, and an empty list allows all of
 * them. `[{}, { printKey: [] }]` makes the key optional, `[{}, { memberSession: [] }]` is for signing in,
 * `[{ printKey: [] }, { memberSession: [] }]` also allows members of customers, and
 * `[{ staffSession: [] }, { staffToken: [scope] }]` also allows a token with that scope.
 */
function readSecurity(where: string, operation: Schema) {
  const security = operation['security']
  if (!Array.isArray(security)) refuse(where, 'must state `security`, [{}] when anyone may call it')
  const requirements = security.map((one) => asSchema(where, one))
  const isOptional = requirements.length === 2 && Object.keys(requirements[0] ?? {}).length === 0
  const [requirement, ...alternatives] = isOptional ? requirements.slice(1) : requirements
  const scope = readTokenScope(where, requirement, alternatives)
  const isAlsoForMembers = alternatives.length === 1 && Object.keys(alternatives[0] ?? {}).join() === 'memberSession'
  const others = scope || isAlsoForMembers ? [] : alternatives
  if (!requirement || others.length > 0)
    refuse(where, 'needs exactly one security requirement, {} when anyone may call it')
  const schemes = Object.keys(requirement)
  const isKeyed = schemes.join() === 'printKey'
  if (isOptional && !isKeyed && schemes.join() !== 'memberSession')
    refuse(where, 'only a key or the session of a member may be left out')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A linted requirement maps schemes to lists.
  const roles = schemes.flatMap((scheme) => requirement[scheme] as Json[])
  if (operation['x-roles']) refuse(where, 'roles belong in the requirement: `security: [{ staffSession: [owner] }]`')
  const isForSome = / \/api\/admin\//.test(where)
  if (isForSome && roles.length === 0) refuse(where, 'must name its roles, or all of them')
  if (!isForSome && roles.length > 0 && !isKeyed)
    refuse(where, 'is for everybody who is signed in: roles belong under /api/admin')
  if (isAlsoForMembers && (!isKeyed || isOptional))
    refuse(where, 'a member session is an alternative to a required key')
  return { schemes: isAlsoForMembers ? [...schemes, 'memberSession'] : schemes, roles, scope, isOptional }
}

function readOperation(path: string, method: string, operation: Schema, components: Components): Operation {
  const where = `${method.toUpperCase()} ${path}`
  const id = typeof operation['operationId'] === 'string' ? operation['operationId'] : refuse(where, 'no operationId')
  const parameters = (Array.isArray(operation['parameters']) ? operation['parameters'] : []).map((parameter) =>
    components.resolve(where, asSchema(where, parameter)),
  )
  const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).join()
  const inPath = parameters
    .filter((parameter) => parameter['in'] === 'path')
    .map((parameter) => textOf(parameter['name']))
  if (placeholders !== inPath.join()) refuse(where, 'path parameters do not match the path')

  const schema: [string, string][] = []
  for (const [part, location] of inputLocations) {
    const here = parameters.filter((parameter) => parameter['in'] === location)
    if (here.length > 0) schema.push([part, printParameters(where, here, location, components)])
  }
  const body = readBody(where, operation, components)
  if (body) schema.push(['body', body.code])

  const successes = readSuccesses(where, operation, components)
  const [success] = successes
  const declared = Object.keys(asSchema(where, operation['responses'])).map(Number)
  if (!declared.includes(400)) refuse(where, 'declares no 400')
  schema.push(['response', printObject(successes.map(({ status, schema: one }) => [String(status), one]))])
  const { schemes, roles, scope, isOptional } = readSecurity(where, operation)
  return {
    id,
    code: printObject([
      ['id', print(id)],
      ['method', print(method.toUpperCase())],
      ['url', print(path.replaceAll(/\{(\w+)\}/g, ':$1'))],
      ['tag', print(Array.isArray(operation['tags']) ? (operation['tags'][0] ?? '') : '')],
      ['security', print(schemes)],
      ['isSecurityOptional', print(isOptional)],
      ['roles', print(roles)],
      ['tokenScope', print(scope)],
      ['navigation', print(operation['x-navigation'] === true)],
      ['success', String(success.status)],
      ['otherSuccesses', print(successes.slice(1).map(({ status }) => status))],
      ['statuses', print(declared)],
      ['bodyMedia', print(body?.media ?? '')],
      ['otherBodyMedia', print(body?.otherMedia ?? [])],
      ['isBodyOptional', print(body?.isOptional ?? false)],
      // Bytes. 0 applies the server's own limit.
      ['bodyLimit', String(Number(operation['x-body-limit'] ?? 0))],
      ['media', print(success.media)],
      ['isLimited', print(operation['x-write-limit'] === true)],
      ['responseHeaders', print(success.headers)],
      ['schema', printObject(schema)],
    ]),
  }
}

/** Every operation, in the order of the document. */
export function readOperations(paths: Schema, components: Components): Operation[] {
  const operations: Operation[] = []
  for (const [path, item] of Object.entries(paths)) {
    for (const method of methods) {
      const node = asSchema(path, item)[method]
      if (!node) continue
      const operation = readOperation(path, method, asSchema(path, node), components)
      if (operations.some(({ id }) => id === operation.id)) refuse(path, `operationId ${operation.id} is used twice`)
      operations.push(operation)
    }
  }
  return operations
}
