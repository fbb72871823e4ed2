import type { PieceSize } from '@app/print-engine/geometry'
import { letterFormats, postcardFormats } from '@app/mail-piece/formats'
import { examples } from '../content/payloads.ts'

/** The body of a request as the visitor has it. Anything may stand in it: the API says what is wrong. */
export type RequestBody = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is RequestBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The text of a member, empty when there is none. */
export function textAt(body: RequestBody, ...path: string[]): string {
  let value: unknown = body
  for (const name of path) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return typeof value === 'string' ? value : ''
}

/** The same body with another text at a member. Undefined removes the member. */
export function withText(body: RequestBody, [name, ...rest]: readonly string[], text: string | undefined): RequestBody {
  if (name === undefined) return body
  const inner = Object.hasOwn(body, name) ? body[name] : undefined
  if (rest.length > 0) return { ...body, [name]: withText(isObject(inner) ? inner : {}, rest, text) }
  const { [name]: _replaced, ...others } = body
  return text === undefined ? others : { ...body, [name]: text }
}

export const sizeLabels: Record<PieceSize, string> = {
  '4.25x6': `Postcard, ${postcardFormats['4.25x6'].label}`,
  '6x9': `Postcard, ${postcardFormats['6x9'].label}`,
  '6x11': `Postcard, ${postcardFormats['6x11'].label}`,
  '8.5x11': `Letter, ${letterFormats['8.5x11'].label}`,
  '8.5x14': `Letter, ${letterFormats['8.5x14'].label}`,
}

const isSize = (text: string): text is PieceSize => Object.hasOwn(sizeLabels, text)

/** The size of the piece. A size that nobody prints is the API's to refuse, and drawn as the first one. */
export function sizeOf(body: RequestBody): PieceSize {
  const size = textAt(body, 'Size')
  return isSize(size) ? size : '4.25x6'
}

export const isLetter = (body: RequestBody): boolean => sizeOf(body) in letterFormats

type TemplateMember = 'Front' | 'Back' | 'Template'

export interface Side {
  member: TemplateMember
  label: string
  templateId: string
}

const templateMembers: readonly TemplateMember[] = ['Front', 'Back', 'Template']

/** The built-in template that each member begins with. */
export const houseIds: Record<TemplateMember, string> = {
  Front: examples.postcard.payload.Front,
  Back: examples.postcard.payload.Back,
  Template: examples.letter.payload.Template,
}

/** The templates that a request names, in the order of the pages. */
export function sidesOf(body: RequestBody): Side[] {
  const labels = { Front: 'Front', Back: 'Back', Template: isLetter(body) ? 'Letter' : 'Both sides' }
  return templateMembers
    .filter((member) => textAt(body, member))
    .map((member) => ({ member, label: labels[member], templateId: textAt(body, member) }))
}

/** The same request for another size. The templates of a postcard do not fit a letter, nor the other way around. */
export function withSize(body: RequestBody, size: PieceSize): RequestBody {
  const resized: RequestBody = { ...body, Size: size }
  if (isLetter(resized) === isLetter(body)) return resized
  const { Front: _front, Back: _back, Template: _template, PostalClass, ...rest } = resized
  return isLetter(resized)
    ? { Template: houseIds.Template, ...rest, PostalClass }
    : { Front: houseIds.Front, Back: houseIds.Back, ...rest, PostalClass: 'FirstClass' }
}

interface Fitting {
  Id: string
  /** Null where it fits every size of its kind. */
  Size: PieceSize | null
}

/** Where a template goes: in the place of the one that is shown, if the piece has such a place. */
const memberFor = (body: RequestBody, shown: string): TemplateMember => {
  const members = sidesOf(body).map(({ member }) => member)
  return members.find((member) => member === shown) ?? members[0] ?? (isLetter(body) ? 'Template' : 'Front')
}

/** The same request with a template in this place, in the size that the template is for. */
export function withTemplate(body: RequestBody, { Id, Size }: Fitting, shown: string): RequestBody {
  const resized = Size === null || Size === sizeOf(body) ? body : withSize(body, Size)
  return withText(resized, [memberFor(resized, shown)], Id)
}

/** A request as text, for the editor of the raw JSON. */
export const jsonOf = (body: RequestBody): string => JSON.stringify(body, null, 2)

/** @returns the body, or why the text is none. */
export function bodyOf(json: string): RequestBody | string {
  try {
    const body: unknown = JSON.parse(json)
    return isObject(body) ? body : 'The body of a request is an object: it begins with { and ends with }.'
  } catch (error) {
    return error instanceof Error ? error.message : 'This is not JSON.'
  }
}

/** The merge values of a request that are text, which are all that are drawn. */
export function valuesOf(body: RequestBody): Record<string, string> {
  const payload = body['VariablePayload']
  if (!isObject(payload)) return {}
  return Object.fromEntries(
    Object.entries(payload).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
