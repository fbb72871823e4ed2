import fastifyCookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { PendingSignIn } from '../modules/auth/single-sign-on.ts'

const lifetimeSeconds = 600

/**
 * Keeps what single sign-on must find again in the browser itself, signed: no row for each stranger who opens the
 * sign-in page, and any instance can finish what another began. One sign-in at a time.
 */
export function pendingSignInCookie(config: Config) {
  const secure = config.adminUrl.protocol === 'https:'
  const name = secure ? '__Host-sign-in' : 'sign-in'
  const signer = new fastifyCookie.Signer(config.sessionSecrets)
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const

  return {
    read(request: FastifyRequest): PendingSignIn | undefined {
      const { valid, value } = signer.unsign(request.cookies[name] ?? '')
      if (!valid || !value) return undefined
      // Signed, so it is what `write` made.
      const kept = JSON.parse(Buffer.from(value, 'base64url').toString()) as PendingSignIn & { until: number }
      return kept.until > Date.now() ? kept : undefined
    },

    write(reply: FastifyReply, pending: PendingSignIn | undefined): void {
      if (!pending) {
        void reply.clearCookie(name, options)
        return
      }
      const until = Date.now() + lifetimeSeconds * 1000
      const value = Buffer.from(JSON.stringify({ ...pending, until })).toString('base64url')
      void reply.setCookie(name, signer.sign(value), { ...options, maxAge: lifetimeSeconds })
    },
  }
}
