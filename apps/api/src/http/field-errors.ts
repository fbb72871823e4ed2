import type { FastifyError, FastifyRequest } from 'fastify'
import type { FieldError, FieldCode } from '@app/contract'
import { ProblemError } from '../errors/errors.ts'
import { allowedMembers, allowedType, allowedValue, type Schema } from './allowed-values.ts'
import { routeOf } from './route-of.ts'

/** By Fastify's names for the parts of a request. */
const locations: ReadonlyMap<string, FieldError['in']> = new Map([
  ['querystring', 'query'],
  ['params', 'path'],
  ['headers', 'header'],
])

const maxErrors = 50

/** A request rejected by its schema, as Fastify reports it. */
interface Refused {
  validation?: FastifyError['validation']
  validationContext?: string | undefined
}
interface Fault extends FaultOfFastify {
  /** The schema that contains the keyword, added by the validator. */
  parentSchema?: Schema
}
type FaultOfFastify = NonNullable<Refused['validation']>[number]

const memberOf = ({ params }: Fault): string | undefined => {
  const member = params['missingProperty'] ?? params['additionalProperty']
  return typeof member === 'string' ? member : undefined
}

const escaped = (step: string) => step.replaceAll('~', '~0').replaceAll('/', '~1')

function plainError(location: FieldError['in'], fault: Fault): FieldError {
  const { instancePath } = fault
  const member = memberOf(fault)
  const pointer = member === undefined ? instancePath : `${instancePath}/${escaped(member)}`
  const { detail } = kindOf(fault)
  return { in: location, pointer: pointer.slice(0, 500), detail }
}

/** Errors of one value, most specific first: text that is too short also has an invalid format. */
const byImportance = ['required', 'minLength', 'maxLength', 'minItems', 'maxItems', 'enum', 'type']

/** True for errors that only say that a wrong value of a nullable schema is not null, either. */
const isOfNullable = ({ keyword, parentSchema }: Fault) =>
  keyword === 'anyOf' || (keyword === 'type' && parentSchema?.type === 'null')

/** Keeps one error per value, because a caller fixes a value once. */
function oneForEach(faults: readonly Fault[]): Fault[] {
  const rank = ({ keyword }: Fault) => byImportance.indexOf(keyword) >>> 0
  const byValue = new Map<string, Fault>()
  for (const fault of faults) {
    if (isOfNullable(fault)) continue
    const place = JSON.stringify([fault.instancePath, memberOf(fault)])
    const former = byValue.get(place)
    if (!former || rank(fault) < rank(former)) byValue.set(place, fault)
  }
  return [...byValue.values()]
}

const formWrong: Kind = {
  code: 'invalid_format',
  detail: 'The value has a format or characters that are not allowed.',
  remedy: 'Use the format shown in the reference.',
}

interface Kind {
  code: FieldCode
  detail: string
  remedy: string
}

const otherKind: Kind = {
  code: 'invalid',
  detail: 'The value is not allowed.',
  remedy: 'Compare the request with the reference.',
}

/** The code, sentence, and remedy for each schema keyword. */
const kinds: Readonly<Record<string, Kind>> = {
  required: { code: 'required', detail: 'The field is missing.', remedy: 'Add the field.' },
  additionalProperties: {
    code: 'unknown_field',
    detail: 'There is no field with this name.',
    remedy: 'Remove the field, or check its spelling.',
  },
  enum: {
    code: 'value_not_allowed',
    detail: 'The value is not one of those allowed.',
    remedy: 'Send one of the allowed values.',
  },
  pattern: formWrong,
  format: formWrong,
  minLength: { code: 'too_short', detail: 'The text is too short.', remedy: 'Send longer text.' },
  maxLength: { code: 'too_long', detail: 'The text is too long.', remedy: 'Shorten the text.' },
  minimum: { code: 'too_small', detail: 'The number is too small.', remedy: 'Send a larger number.' },
  maximum: { code: 'too_large', detail: 'The number is too large.', remedy: 'Send a smaller number.' },
  minItems: { code: 'too_few', detail: 'The list has too few items.', remedy: 'Add items.' },
  maxItems: { code: 'too_many', detail: 'The list has too many items.', remedy: 'Send fewer items in one request.' },
  uniqueItems: { code: 'invalid', detail: 'The list repeats an item.', remedy: 'Send each item once.' },
  maxProperties: { code: 'too_many', detail: 'The object has too many fields.', remedy: 'Send fewer fields.' },
}

function kindOf({ keyword, parentSchema }: Fault): Kind {
  if (keyword !== 'type') return kinds[keyword] ?? otherKind
  const type = allowedType(parentSchema ?? {})
  return { code: 'invalid_type', detail: `The value is not ${type}.`, remedy: `Send ${type}.` }
}

/** The value at a JSON pointer into the body. */
function valueAt(body: unknown, pointer: string): unknown {
  const steps = pointer.split('/').slice(1)
  return steps.reduce<unknown>((node, step) => {
    if (typeof node !== 'object' || node === null) return undefined
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    return Object.hasOwn(node, name) ? Reflect.get(node, name) : undefined
  }, body)
}

function foundIn(body: unknown, { keyword, instancePath }: Fault): string {
  if (keyword === 'required' || body === undefined) return 'nothing'
  const value = valueAt(body, instancePath)
  if (keyword.endsWith('Length') && typeof value === 'string') return `${Array.from(value).length} characters`
  if (keyword.endsWith('Items') && Array.isArray(value)) return `${value.length} items`
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object'
  return typeof value === 'string' ? value.slice(0, 80).toWellFormed() : String(value)
}

function allowedBy(fault: Fault): string {
  const { keyword, parentSchema = {} } = fault
  if (keyword === 'additionalProperties') return allowedMembers(parentSchema)
  if (keyword !== 'required') return allowedValue(parentSchema)
  return allowedValue(parentSchema.properties?.[memberOf(fault) ?? ''] ?? {})
}

/** The author of a program that calls the print API reads this error, so it includes everything that helps. */
function detailedError(location: FieldError['in'], fault: Fault, body: unknown): FieldError {
  const { code, remedy } = kindOf(fault)
  const isUnknown = fault.keyword === 'additionalProperties'
  const found = isUnknown ? (memberOf(fault) ?? '') : foundIn(body, fault)
  return {
    ...plainError(location, fault),
    code,
    ...(location === 'body' && { found: found.slice(0, 200).toWellFormed() }),
    allowed: allowedBy(fault).slice(0, 500),
    remedy,
  }
}

/** True when this value or its container already has an error. */
const isReported = (pointer: string, errors: readonly FieldError[]) =>
  errors.some((error) => pointer === error.pointer || pointer.startsWith(`${error.pointer}/`))

/** The problem for a request that its schema rejects. `more` contains further errors. */
export function mismatch(request: FastifyRequest, error: Refused, more: readonly FieldError[] = []): ProblemError {
  const location = locations.get(error.validationContext ?? '') ?? 'body'
  const isDetailed = routeOf(request).startsWith('/v1/')
  const errors = oneForEach(error.validation ?? [])
    .slice(0, maxErrors)
    .map((fault) => (isDetailed ? detailedError(location, fault, request.body) : plainError(location, fault)))
  return new ProblemError(400, 'invalid_input', 'The request is invalid.', {
    errors: [...errors, ...more.filter(({ pointer }) => !isReported(pointer, errors))].slice(0, maxErrors),
  })
}
