import * as client from 'openid-client'
import type { PendingSignIn } from '../../http/pending-sign-in-cookie.ts'
import type { Config } from '../../config/config.ts'

/** The provider did not respond, or violated the protocol. */
export class ProviderUnavailable extends Error {}

/** The provider denied the sign-in, or its response is invalid. The message is a code without personal data. */
export class ProviderRefused extends Error {}

const timeoutSeconds = 8

const outageCodes = new Set(['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'])

function translate(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError) {
    throw new ProviderRefused(error.error)
  }
  // fetch reports a failed connection as a TypeError without one of the protocol library's codes.
  if (outageCodes.has(code) || (error instanceof TypeError && !code.startsWith('ERR_'))) {
    throw new ProviderUnavailable(code || 'unreachable', { cause: error })
  }
  if (error instanceof client.ClientError) throw new ProviderRefused(code || 'invalid_answer')
  throw error
}

/** Some providers put the email into the ID token, others return it only from their userinfo endpoint. */
async function verifiedEmail(
  provider: client.Configuration,
  tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers,
): Promise<string> {
  const claims = tokens.claims()
  if (!claims) throw new ProviderRefused('no_id_token')
  const verified =
    claims['email'] === undefined && provider.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(provider, tokens.access_token, claims.sub)
      : claims
  if (typeof verified['email'] !== 'string') throw new ProviderRefused('no_email')
  if (verified['email_verified'] !== true) throw new ProviderRefused('email_not_verified')
  return verified['email']
}

/** Sign-in through an OpenID Connect provider: code flow with PKCE, state, and nonce. */
export function singleSignOn({ issuer, clientId, clientSecret, callbackUrl }: NonNullable<Config['singleSignOn']>) {
  let discovered: Promise<client.Configuration> | undefined

  // Fetched at the first sign-in rather than at startup: the API must start even while the provider is down.
  const provider = async (): Promise<client.Configuration> => {
    discovered ??= client.discovery(issuer, clientId, clientSecret, undefined, {
      timeout: timeoutSeconds,
      execute: [
        client.enableNonRepudiationChecks,
        ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    })
    try {
      return await discovered
    } catch (error) {
      discovered = undefined
      throw new ProviderUnavailable('discovery', { cause: error })
    }
  }

  return {
    /** @throws {ProviderUnavailable} */
    async begin(returnTo: string): Promise<{ url: string; pending: PendingSignIn }> {
      const pending = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
        returnTo,
      }
      const url = client.buildAuthorizationUrl(await provider(), {
        redirect_uri: callbackUrl.href,
        scope: 'openid email',
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(pending.codeVerifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, pending }
    },

    /** The email address that the provider has verified. @throws {ProviderUnavailable} {@link ProviderRefused} */
    async finish(query: string, { state, nonce, codeVerifier }: PendingSignIn): Promise<string> {
      const configuration = await provider()
      const returned = new URL(callbackUrl)
      returned.search = query
      try {
        const tokens = await client.authorizationCodeGrant(configuration, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        return await verifiedEmail(configuration, tokens)
      } catch (error) {
        if (error instanceof ProviderRefused) throw error
        return translate(error)
      }
    },
  }
}

export type SingleSignOn = ReturnType<typeof singleSignOn>
