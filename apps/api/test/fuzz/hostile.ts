import { propertiesOf, type Sent, type Shape } from './inputs.ts'

/** Repeated until they fill a member, they make a careless pattern, parser, or template slow. */
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

/** So many characters, and an end that no pattern of repeated units accepts. */
const filled = (unit: string, length: number): string => `${unit.repeat(Math.floor(length / unit.length))}!\u0000`

type Path = readonly string[]

const isText = ({ type, enum: options }: Shape): boolean =>
  !options && (type === undefined || [type].flat().includes('string'))

/** The places of a body that take a text. */
const textsOf = (shape: Shape, path: Path = []): Path[] =>
  Object.entries(propertiesOf(shape)).flatMap(([name, one]) => {
    const inner = textsOf(one, [...path, name])
    if (inner.length > 0) return inner
    return isText(one) ? [[...path, name]] : []
  })

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function withText(body: Record<string, unknown>, [name = '', ...rest]: Path, text: string): Record<string, unknown> {
  const inner = body[name]
  return { ...body, [name]: rest.length === 0 ? text : withText(isObject(inner) ? inner : {}, rest, text) }
}

/** Requests to an operation that hold a long text of each kind in each place, one at a time. */
export function* hostileRequests(
  { body, querystring }: { body?: Shape; querystring?: Shape },
  media: string,
  example: Record<string, unknown>,
  caller: string,
  id: string,
): Generator<Sent> {
  const plain = { caller, id, query: '', headers: {}, type: media, body: JSON.stringify(example) }
  for (const unit of units) {
    for (const name of Object.keys(querystring ? propertiesOf(querystring) : {})) {
      yield { ...plain, query: new URLSearchParams({ [name]: filled(unit, lengths.query) }).toString() }
    }
    if (!body) continue
    if (!media.includes('json')) yield { ...plain, body: filled(unit, lengths.body) }
    for (const place of media.includes('json') ? textsOf(body) : []) {
      yield { ...plain, body: JSON.stringify(withText(example, place, filled(unit, lengths.member))) }
    }
  }
}
