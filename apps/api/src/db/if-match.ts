import { ProblemError } from '../errors.ts'

/** The version that a caller read, from If-Match. Null when the caller sent none. */
export const seenVersion = (ifMatch: string | undefined): number | null =>
  ifMatch === undefined ? null : Number(ifMatch.replaceAll('"', ''))

export const stale = () =>
  new ProblemError(
    412,
    'stale',
    'Somebody changed the record since you read it. Read it again, then repeat the change.',
  )
