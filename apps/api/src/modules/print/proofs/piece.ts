import { LetterInput, MergeValue, PostcardInput } from '@app/contract'
import type { PostalAddress } from '@app/mail-piece/address'
import { Compile } from 'typebox/compile'

/** A piece as the caller sent it. */
export type Piece = PostcardInput | LetterInput
export type PieceKind = 'postcard' | 'letter'

const schemas = { postcard: PostcardInput, letter: LetterInput }

export const sideNames = ['Template', 'Front', 'Back'] as const
export type SideName = (typeof sideNames)[number]

/** The templates of a piece, in the order of its sides. */
export const sidesOf = (piece: Partial<Piece>): { side: SideName; id: string }[] =>
  sideNames.flatMap((side) => {
    const id = piece[side]
    return id === undefined ? [] : [{ side, id }]
  })

const validators = new Map<object, { Check: (value: unknown) => boolean }>()

/**
 * Caches compiled validators: a body may have tens of thousands of values, and checking them uncompiled takes more than
 * twice as long.
 */
function fits(schema: object, value: unknown): boolean {
  const known = validators.get(schema) ?? Compile(schema)
  validators.set(schema, known)
  return known.Check(value)
}

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The values that the contract accepts. The schema reports errors of the others. */
const acceptedValues = (values: unknown) =>
  isObject(values) && !Array.isArray(values)
    ? Object.fromEntries(Object.entries(values).filter(([, value]) => fits(MergeValue, value)))
    : undefined

/** The valid fields of a body, so that they can be checked further despite invalid ones. */
export function rightMembers(kind: PieceKind, body: object): Partial<Piece> {
  const given = new Map<string, unknown>(Object.entries(body))
  given.set('VariablePayload', acceptedValues(given.get('VariablePayload')))
  const right = Object.entries(schemas[kind].properties).filter(([name, schema]) => fits(schema, given.get(name)))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each field was checked by its own schema.
  return Object.fromEntries(right.map(([name]) => [name, given.get(name)])) as Partial<Piece>
}

/** The merge values as printed. Null means no value. */
export const printedValues = ({ VariablePayload: values = {} }: Partial<Piece>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])))

/** An address in the print engine's form. */
export const postalAddressOf = (address: Piece['To']): PostalAddress => ({
  name: address.Name,
  street: address.AddressLine1,
  ...(address.AddressLine2 && { unit: address.AddressLine2 }),
  city: address.City,
  state: address.State,
  zip: address.Zip,
})
