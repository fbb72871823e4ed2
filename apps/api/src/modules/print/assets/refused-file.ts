import type { FieldError } from '@app/contract'
import { ProblemError } from '../../../errors/errors.ts'

interface Refusal {
  code: NonNullable<FieldError['code']>
  detail: string
  found: string
  allowed: string
  remedy: string
}

/** The problem of an uploaded file that cannot be printed. */
export const refusedFile = ({ detail, ...fault }: Refusal): ProblemError =>
  new ProblemError(400, 'invalid_input', detail, { errors: [{ in: 'body', pointer: '', detail, ...fault }] })
