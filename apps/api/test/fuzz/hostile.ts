import { propertiesOf, type Sent, type Shape } from './inputs.ts'

/** Units that, repeated to fill a member, slow down a careless pattern, parser, or template. */
const units = [
  ' ',
  '\n',
  'a',
  'a ',
  'a.',
  'a@',
  '-',
  '1',
  '1 ',
  '%41',
  '(',
  '[',
  ',"',
  '"x",',
  "'",
  '<',
  '<b>',
  '<!--',
  '<style>@import ',
  '{{',
  '{{#each a}}',
  '{{#if a}}{{/if}}',
  '\\',
  '\u0301',
  '\ufb03',
  '😀',
]
const lengths = { member: 40_000, query: 4_000, body: 60_000 }

/** About `length` characters, with an end that no pattern of repeated units accepts. */
const filled = (unit: string, length: number): string => `${unit.repeat(Math.floor(length / unit.length))}!\u0000`

/** Many invalid values, or deeply nested ones. */
const crowds: readonly unknown[] = [
  Array.from({ length: 20_000 }, () => ({})),
  Array.from({ length: 20_000 }, () => 0),
  Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`a${index}`, []])),
  JSON.parse('['.repeat(1_000) + ']'.repeat(1_000)),
]

type Path = readonly string[]

const isText = ({ type, enum: options }: Shape): boolean =>
  !options && (type === undefined || [type].flat().includes('string'))

/** The paths in a body that accept a text. */
const textsOf = (shape: Shape, path: Path = []): Path[] =>
  Object.entries(propertiesOf(shape)).flatMap(([name, one]) => {
    const inner = textsOf(one, [...path, name])
    if (inner.length > 0) return inner
    return isText(one) ? [[...path, name]] : []
  })

/** The paths in a body that accept a list or arbitrary members. */
const containersOf = (shape: Shape, path: Path = []): Path[] =>
  Object.entries(propertiesOf(shape)).flatMap(([name, one]) => {
    const inner = containersOf(one, [...path, name])
    if (inner.length > 0) return inner
    return [one.type].flat().some((type) => type === 'array' || type === 'object') ? [[...path, name]] : []
  })

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function withValue(body: Record<string, unknown>, [name = '', ...rest]: Path, value: unknown): Record<string, unknown> {
  const inner = body[name]
  return { ...body, [name]: rest.length === 0 ? value : withValue(isObject(inner) ? inner : {}, rest, value) }
}

/** Requests to an operation with a long text of each kind, or many values, in one place at a time. */
export function* hostileRequests(
  { body, querystring }: { body?: Shape; querystring?: Shape },
  media: string,
  example: Record<string, unknown>,
  caller: string,
  id: string,
): Generator<Sent> {
  const plain = { caller, id, query: '', headers: {}, type: media, body: JSON.stringify(example) }
  for (const crowd of body && media.includes('json') ? crowds : []) {
    yield { ...plain, body: JSON.stringify({ ...example, ...(isObject(crowd) && crowd) }) }
    for (const place of containersOf(body ?? {}))
      yield { ...plain, body: JSON.stringify(withValue(example, place, crowd)) }
  }
  for (const unit of units) {
    for (const name of Object.keys(querystring ? propertiesOf(querystring) : {})) {
      yield { ...plain, query: new URLSearchParams({ [name]: filled(unit, lengths.query) }).toString() }
    }
    if (!body) continue
    if (!media.includes('json')) yield { ...plain, body: filled(unit, lengths.body) }
    for (const place of media.includes('json') ? textsOf(body) : []) {
      yield { ...plain, body: JSON.stringify(withValue(example, place, filled(unit, lengths.member))) }
    }
  }
}
