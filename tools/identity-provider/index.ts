import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export interface Person {
  email?: string | undefined
  email_verified?: boolean
}

/** The client registered at the provider. The API's settings contain the matching values. */
export const client = { id: 'direct-mail', secret: 'a-client-secret-for-tests' }

/**
 * A real OpenID Connect provider on the loopback address. It signs in everyone as `person` without a sign-in page,
 * because only its responses matter here.
 */
export async function startIdentityProvider(callbackUrl: string) {
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state: { person: Person; refuses: boolean } = { person: {}, refuses: false }

  const provider = new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [callbackUrl] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId, ...state.person }) }),
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['a key for tests'] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
  })
  const callback = provider.callback()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!request.url?.startsWith('/interaction/')) return callback(request, response)
    const { prompt, params } = await provider.interactionDetails(request, response)
    if (state.refuses) {
      return provider.interactionFinished(request, response, { error: 'access_denied' })
    }
    if (prompt.name === 'login') {
      return provider.interactionFinished(request, response, { login: { accountId: 'person-1' } })
    }
    const grant = new provider.Grant({ accountId: 'person-1', clientId: String(params['client_id']) })
    grant.addOIDCScope('openid email')
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
  }

  return {
    issuer,
    state,
    /** Follows the provider's redirects as a browser would. Resolves with the final callback URL. */
    async visit(address: string): Promise<URL> {
      const jar = new Map<string, string>()
      let next = new URL(address)
      while (next.origin === issuer) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
        const reply = await fetch(next, { redirect: 'manual', headers: { cookie } })
        for (const line of reply.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          jar.set(name, value)
        }
        const location = reply.headers.get('location')
        if (!location) throw new Error(`the provider answered ${reply.status}: ${await reply.text()}`)
        next = new URL(location, next)
      }
      return next
    },
    async stop() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
