import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { document, formats as ownFormats } from '@app/contract'

interface Answer {
  statusCode: number
  headers: Record<string, number | string | string[] | undefined>
  body: string
}

interface Documented {
  content?: Record<string, unknown>
  headers?: Record<string, { required?: boolean; $ref?: string }>
  $ref?: string
}

// The whole document, so that its references resolve. It is not a schema, so unknown keywords are allowed.
const ajv = new Ajv2020({ strict: false, validateSchema: false })
formats.default(ajv)
for (const [name, validate] of Object.entries(ownFormats)) ajv.addFormat(name, validate)
ajv.addSchema(document, 'contract')

const escaped = (step: string) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))

function at(pointer: string): unknown {
  const steps = pointer.split('/').slice(1)
  return steps.reduce<unknown>(
    // The contract is plain data.
    (node, step) => (node as Record<string, unknown> | undefined)?.[decodeURIComponent(step).replaceAll('~1', '/')],
    document,
  )
}

/** The contract's response for a status, with its references resolved, and its pointer. */
function documented(pathKey: string, method: string, status: number): [Documented, pointer: string] | undefined {
  const pointer = `/paths/${escaped(pathKey)}/${method.toLowerCase()}/responses/${status}`
  // Responses and the targets of their references have this shape.
  const response = at(pointer) as Documented | undefined
  if (!response?.$ref) return response && [response, pointer]
  const shared = response.$ref.replace('#', '')
  const found = at(shared) as Documented | undefined
  return found && [found, shared]
}

/** The contract's example of a valid body. */
export const exampleOf = (url: string, method: string, media: string): Record<string, unknown> =>
  (at(`/paths/${escaped(pathKeyOf(url))}/${method.toLowerCase()}/requestBody/content/${escaped(media)}/example`) ??
    {}) as Record<string, unknown>

const pathKeyOf = (url: string) => url.replaceAll(/:(\w+)/g, '{$1}')

const compiled = new Map<string, ValidateFunction>()

function validator(pointer: string): ValidateFunction {
  const known = compiled.get(pointer) ?? ajv.compile({ $ref: `contract#${pointer}` })
  compiled.set(pointer, known)
  return known
}

/** The last accepted body for each schema of the contract, because the API document is the same 2,000 times. */
const accepted = new Map<string, string>()

const isJson = (type: string) => /^application\/(problem\+)?json$/.test(type)

/** Headers of every response. */
const everywhere = ['x-content-type-options', 'content-security-policy', 'x-request-id']

/** Describes how a response violates the contract of its operation; undefined if it does not. */
export function faultOf(url: string, method: string, answer: Answer): string | undefined {
  const { statusCode, headers, body } = answer
  // A caller who exceeds its limit of concurrent requests must wait.
  const isBusy = statusCode === 503 && body.includes('"code":"busy"')
  if (statusCode >= 500 && !isBusy) return `${statusCode}: ${body}`
  const [response, pointer] = documented(pathKeyOf(url), method, statusCode) ?? []
  if (!response) return `${statusCode} is not documented: ${body}`

  const missing = everywhere.filter((name) => headers[name] === undefined)
  if (missing.length > 0) return `${statusCode} without ${missing.join(', ')}`
  if (/^\/(api|v1)\//.test(url) && headers['cache-control'] !== 'no-store') return `${statusCode} that may be stored`
  for (const [name, header] of Object.entries(response.headers ?? {})) {
    const { required } = header.$ref ? (at(header.$ref.replace('#', '')) as { required?: boolean }) : header
    // A malformed URL is rejected before the rate limit.
    if (body.includes('"invalid_url"') && name.startsWith('RateLimit-')) continue
    if (required && headers[name.toLowerCase()] === undefined) return `${statusCode} without ${name}`
  }

  const [type = ''] = String([headers['content-type']].flat()[0] ?? '').split(';')
  if (!response.content) return body === '' ? undefined : `${statusCode} with a body: ${body}`
  if (!(type in response.content)) return `${statusCode} as ${type || 'nothing'}: ${body}`
  const place = `${pointer}/content/${escaped(type)}/schema`
  if (accepted.get(place) === body) return undefined
  const validate = validator(place)
  let content: unknown = body
  if (isJson(type)) content = JSON.parse(body)
  if (type === 'text/event-stream') content = JSON.parse(body.replace(/^data: /, ''))
  if (!validate(content)) return `${statusCode} ${ajv.errorsText(validate.errors)}: ${body}`
  accepted.set(place, body)
  return undefined
}
