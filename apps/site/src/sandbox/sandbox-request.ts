import type { PieceSize } from '@app/print-engine/geometry'
import { isLetterSize, pieceFormats } from '@app/mail-piece/formats'
import { examples } from '../content/payloads.ts'

/** The body of a request as typed. It may contain anything, and the API validates it. */
export type RequestBody = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is RequestBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The text of a field, or '' if it is missing or not text. */
export function textAt(body: RequestBody, ...path: string[]): string {
  let value: unknown = body
  for (const name of path) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return typeof value === 'string' ? value : ''
}

/** Sets the text of a field. Undefined removes the field. */
export function withText(body: RequestBody, [name, ...rest]: readonly string[], text: string | undefined): RequestBody {
  if (name === undefined) return body
  const inner = Object.hasOwn(body, name) ? body[name] : undefined
  if (rest.length > 0) return { ...body, [name]: withText(isObject(inner) ? inner : {}, rest, text) }
  const { [name]: _replaced, ...others } = body
  return text === undefined ? others : { ...body, [name]: text }
}

export const sizeLabel = (size: PieceSize): string =>
  `${isLetterSize(size) ? 'Letter' : 'Postcard'}, ${pieceFormats[size].label}`

const isSize = (text: string): text is PieceSize => Object.hasOwn(pieceFormats, text)

/** The size of the piece. An unknown size, which the API rejects, is drawn as 4.25x6. */
export function sizeOf(body: RequestBody): PieceSize {
  const size = textAt(body, 'Size')
  return isSize(size) ? size : '4.25x6'
}

export const isLetter = (body: RequestBody): boolean => isLetterSize(sizeOf(body))

type TemplateMember = 'Front' | 'Back' | 'Template'

export interface Side {
  member: TemplateMember
  label: string
  templateId: string
}

const templateMembers: readonly TemplateMember[] = ['Front', 'Back', 'Template']

/** The built-in template for each field. */
export const houseIds: Record<TemplateMember, string> = {
  Front: examples.postcard.payload.Front,
  Back: examples.postcard.payload.Back,
  Template: examples.letter.payload.Template,
}

/**
 * The id of the template in a field. A link from a stranger could name a member that every object has, such as
 * constructor.
 */
function templateIdAt(body: RequestBody, member: TemplateMember): string {
  const id = textAt(body, member)
  return id in Object.prototype ? '' : id
}

/** The templates that a request uses, in page order. */
export function sidesOf(body: RequestBody): Side[] {
  const labels = { Front: 'Front', Back: 'Back', Template: isLetter(body) ? 'Letter' : 'Both sides' }
  return templateMembers
    .filter((member) => textAt(body, member))
    .map((member) => ({ member, label: labels[member], templateId: templateIdAt(body, member) }))
}

/** Changes the size. Postcard templates do not fit a letter, or the other way around, so a change of kind resets them. */
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
  /** Null if it fits every size of its kind. */
  Size: PieceSize | null
}

/** The field that a template goes into: the side shown in the editor, if the piece has it. */
const memberFor = (body: RequestBody, shown: string): TemplateMember => {
  const members = sidesOf(body).map(({ member }) => member)
  return members.find((member) => member === shown) ?? members[0] ?? (isLetter(body) ? 'Template' : 'Front')
}

/** Uses a template for the side shown in the editor, and switches to the template's size. */
export function withTemplate(body: RequestBody, { Id, Size }: Fitting, shown: string): RequestBody {
  const resized = Size === null || Size === sizeOf(body) ? body : withSize(body, Size)
  return withText(resized, [memberFor(resized, shown)], Id)
}

/** The request as text, for the JSON editor. */
export const jsonOf = (body: RequestBody): string => JSON.stringify(body, null, 2)

/** @returns the body, or the error in the text */
export function bodyOf(json: string): RequestBody | string {
  try {
    const body: unknown = JSON.parse(json)
    return isObject(body) ? body : 'The body must be an object that starts with { and ends with }.'
  } catch (error) {
    return error instanceof Error ? error.message : 'This is not JSON.'
  }
}

/** The merge field values, as printed. */
export function valuesOf(body: RequestBody): Record<string, string> {
  const payload = body['VariablePayload']
  if (!isObject(payload)) return {}
  return Object.fromEntries(
    Object.entries(payload).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[name, String(value)]]
        : [],
    ),
  )
}
