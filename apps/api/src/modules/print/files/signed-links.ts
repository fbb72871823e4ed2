import { createHmac, timingSafeEqual } from 'node:crypto'
import { ProblemError } from '../../../errors/errors.ts'

const signatureOf = (secret: string, path: string, expires: number): string => {
  // A separate key, so the signature of a link is never valid for a cookie.
  const key = createHmac('sha256', secret).update('print-links').digest()
  return createHmac('sha256', key).update(`${path}\n${expires}`).digest('base64url')
}

/** A file's URL that works until this Unix time. */
export function signedLink(secrets: readonly string[], address: string, expires: number): string {
  const [secret = ''] = secrets
  const { pathname } = new URL(address)
  return `${address}?Expires=${expires}&Signature=${signatureOf(secret, pathname, expires)}`
}

export const linkExpired = () =>
  new ProblemError(403, 'link_expired', 'This link has expired. Get the proof again for a new one.')

/** The database checks whether the link has expired. @throws {ProblemError} 403 for a link that we did not sign */
export function checkLink(
  secrets: readonly string[],
  path: string,
  { Expires, Signature }: { Expires: number; Signature: string },
): void {
  const given = Buffer.from(Signature)
  // During a rotation, older secrets are still accepted.
  const isSigned = secrets.some((secret) => {
    const wanted = Buffer.from(signatureOf(secret, path, Expires))
    return wanted.length === given.length && timingSafeEqual(wanted, given)
  })
  if (!isSigned)
    throw new ProblemError(403, 'invalid_link', 'This link was altered. Get the proof again for a new one.')
}
