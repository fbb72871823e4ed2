import { isIP } from 'node:net'
import type { Config } from '../../config/config.ts'
import { noPasswordsHere, ProblemError } from '../../errors/errors.ts'
import { isLoopback } from '../../config/network.ts'

/** The relying party of passkeys: a domain, and the origins that may use it. */
export interface RelyingParty {
  id: string
  origins: string[]
}

/** A passkey belongs to a domain, never to an IP address. The domain of this machine is `localhost`. */
function withDomain(address: URL): URL {
  const url = new URL(address.origin)
  if (isLoopback(url)) url.hostname = 'localhost'
  return url
}

/** The longest domain that contains both hosts. Undefined for IP addresses and for hosts without a domain in common. */
function sharedDomain(one: string, other: string): string | undefined {
  if ([one, other].some((host) => isIP(host.replaceAll(/^\[|\]$/g, '')))) return undefined
  if (one === other) return one
  const [labels, others] = [one.split('.').toReversed(), other.split('.').toReversed()]
  const differs = labels.findIndex((label, n) => label !== others[n])
  const shared = differs === -1 ? labels : labels.slice(0, differs)
  return shared.length > 1 ? shared.toReversed().join('.') : undefined
}

/**
 * Members of customers create and use passkeys on the site.
 * @throws {ProblemError} 409 where the site is at an IP address.
 */
export function memberRelyingParty({ siteOrigin }: Config): RelyingParty {
  const site = withDomain(new URL(siteOrigin))
  const id = sharedDomain(site.hostname, site.hostname)
  if (!id) throw new ProblemError(409, 'no_shared_domain', 'Passkeys need a domain, and the site has an IP address.')
  return { id, origins: [site.origin] }
}

/**
 * Passkeys of staff are created in the staff app and used on the sign-in page, which the API serves: where these are two hosts,
 * passkeys are for the domain of both. Settings alone decide, because a caller can put anything into a `Host` header.
 * @throws {ProblemError} 409 where staff sign in through single sign-on, and where the hosts share no domain.
 */
export function relyingParty({ adminUrl, apiOrigin, singleSignOn }: Config): RelyingParty {
  if (singleSignOn) throw noPasswordsHere()
  const [admin, api] = [withDomain(adminUrl), withDomain(new URL(apiOrigin))]
  const id = sharedDomain(admin.hostname, api.hostname)
  if (!id) throw new ProblemError(409, 'no_shared_domain', 'The staff app and the API share no domain for passkeys.')
  return { id, origins: [admin.origin, api.origin] }
}
