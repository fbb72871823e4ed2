import { isLoopback } from './network.ts'

/** The OpenID Connect provider that staff sign in at when single sign-on is set up. */
export interface ProviderSettings {
  issuer: URL
  clientId: string
  clientSecret: string
  /** The redirect URI registered with the provider: `/api/login/callback` on the API's public origin. */
  callbackUrl: URL
}

interface Given {
  OIDC_ISSUER?: string | undefined
  OIDC_CLIENT_ID?: string | undefined
  OIDC_CLIENT_SECRET?: string | undefined
}

const together = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
// Over plain HTTP, anyone on the network between us and the provider could sign in.
const isSafe = (issuer: URL) => issuer.protocol === 'https:' || isLoopback(issuer)

/** Problems with the settings of single sign-on, by setting: all or none must be set, and the provider must use TLS. */
export function providerProblems(given: Given): [string, string][] {
  const missing = together.filter((name) => given[name] === undefined)
  const problems: [string, string][] = (missing.length < together.length ? missing : []).map((name) => [
    name,
    'must be set together with the other settings of single sign-on',
  ])
  // The schema reports values that are no address at all.
  if (given.OIDC_ISSUER && URL.canParse(given.OIDC_ISSUER) && !isSafe(new URL(given.OIDC_ISSUER))) {
    problems.push(['OIDC_ISSUER', 'must be an https address'])
  }
  return problems
}

/** Undefined when staff sign in at this API with a password. */
export function providerSettings(given: Given, apiOrigin: string): ProviderSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = given
  if (!issuer || !clientId || !clientSecret) return undefined
  const callbackUrl = new URL('/api/login/callback', apiOrigin)
  return { issuer: new URL(issuer), clientId, clientSecret, callbackUrl }
}
