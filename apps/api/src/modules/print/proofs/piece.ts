import { type LetterInput, LetterInput as LetterSchema, type PostcardInput } from '@app/contract'
import { PostcardInput as PostcardSchema } from '@app/contract'
import { Compile } from 'typebox/compile'

/** A piece as a caller sent it. */
export type Piece = PostcardInput | LetterInput
export type PieceKind = 'postcard' | 'letter'

const schemas = { postcard: PostcardSchema, letter: LetterSchema }

const sideNames = ['Template', 'Front', 'Back'] as const
export type SideName = (typeof sideNames)[number]

/** The templates that a piece names, in the order of its sides. */
export const sidesOf = (piece: Partial<Piece>): { side: SideName; id: string }[] =>
  sideNames.flatMap((side) => {
    const id = piece[side]
    return id === undefined ? [] : [{ side, id }]
  })

const validators = new Map<object, { Check: (value: unknown) => boolean }>()

function fits(schema: object, value: unknown): boolean {
  const known = validators.get(schema) ?? Compile(schema)
  validators.set(schema, known)
  return known.Check(value)
}

/** The members of a body that are as the contract says, so that the rest of a request can be looked at too. */
export function rightMembers(kind: PieceKind, body: unknown): Partial<Piece> {
  if (typeof body !== 'object' || body === null) return {}
  const given = new Map<string, unknown>(Object.entries(body))
  const right = Object.entries(schemas[kind].properties).filter(([name, schema]) => fits(schema, given.get(name)))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each member was checked by its own schema.
  return Object.fromEntries(right.map(([name]) => [name, given.get(name)])) as Partial<Piece>
}
