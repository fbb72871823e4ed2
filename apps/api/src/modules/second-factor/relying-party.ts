import { isIP } from 'node:net'
import type { Config } from '../../config.ts'
import { noPasswordsHere, ProblemError } from '../../errors.ts'

/** Whom passkeys are for: a domain, and the pages of it that may ask for one. */
export interface RelyingParty {
  id: string
  origins: string[]
}

/** The longest domain that both hosts are in. Undefined when they share none. */
function sharedDomain(one: string, other: string): string | undefined {
  if (one === other) return one
  if (isIP(one) || isIP(other)) return undefined
  const [labels, others] = [one.split('.').toReversed(), other.split('.').toReversed()]
  const differs = labels.findIndex((label, n) => label !== others[n])
  const shared = differs === -1 ? labels : labels.slice(0, differs)
  return shared.length > 1 ? shared.toReversed().join('.') : undefined
}

/**
 * Passkeys are made in the staff app and used on the sign-in page, which the API serves: where these are two hosts, passkeys
 * are for the domain of both.
 * @throws {ProblemError} 409 where staff sign in through single sign-on, and where the hosts share no domain.
 */
export function relyingParty({ adminUrl, singleSignOn }: Config, origin: string): RelyingParty {
  if (singleSignOn) throw noPasswordsHere()
  const id = sharedDomain(adminUrl.hostname, new URL(origin).hostname)
  if (!id) throw new ProblemError(409, 'no_shared_domain', 'The staff app and the API share no domain for passkeys.')
  return { id, origins: [adminUrl.origin, origin] }
}
