import type { FieldError } from '@app/contract'
import { ProblemError } from '../../errors/errors.ts'

interface Fault {
  code: NonNullable<FieldError['code']>
  detail: string
  found?: string
  allowed?: string
  remedy: string
}

const cut = (text: string, length: number) => text.slice(0, length).toWellFormed()

/** A segment of a JSON pointer. */
const step = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

export const pointerTo = (...names: string[]): string => cut(names.map((name) => `/${step(name)}`).join(''), 500)

/** An error in a member of the body that passed the contract's schema. */
export const fieldFault = (pointer: string, { code, detail, found, allowed, remedy }: Fault): FieldError => ({
  in: 'body',
  pointer,
  code,
  detail: cut(detail, 500),
  ...(found !== undefined && { found: cut(found, 200) }),
  ...(allowed !== undefined && { allowed: cut(allowed, 500) }),
  remedy: cut(remedy, 500),
})

/** Returns the fault if `isWrong`, otherwise nothing. */
export const faultIf = (isWrong: boolean, pointer: string, fault: Fault): FieldError[] =>
  isWrong ? [fieldFault(pointer, fault)] : []

/** The problem for a body that is invalid as a whole. */
export const refused = (fault: Fault): ProblemError =>
  new ProblemError(400, 'invalid_input', fault.detail, { errors: [fieldFault('', fault)] })

const badCharacters = {
  code: 'characters_not_allowed',
  detail: 'The text contains a NUL character or half of a surrogate pair.',
  allowed: 'whole Unicode characters other than U+0000',
  remedy: 'Remove the unprintable characters.',
} as const

/** Values and member names that PostgreSQL cannot store: with NUL or lone surrogates. */
export function textFaultsIn(pointer: string, value: unknown): FieldError[] {
  if (typeof value === 'string') return faultIf(value.includes('\0') || !value.isWellFormed(), pointer, badCharacters)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [
    ...textFaultsIn(pointer, name),
    ...textFaultsIn(`${pointer}${pointerTo(name)}`.slice(0, 500), member),
  ])
}
