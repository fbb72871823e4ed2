import fastifyCookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { Check } from 'typebox/value'
import type { Config } from '../config/config.ts'

const PendingSignIn = Type.Object({
  state: Type.String(),
  nonce: Type.String(),
  codeVerifier: Type.String(),
  returnTo: Type.String(),
})
/** The sign-in state kept in the browser during single sign-on. */
export type PendingSignIn = Type.Static<typeof PendingSignIn>

const lifetimeSeconds = 600

function pendingIn(value: string): PendingSignIn | undefined {
  try {
    const kept: unknown = JSON.parse(Buffer.from(value, 'base64url').toString())
    return Check(PendingSignIn, kept) ? kept : undefined
  } catch {
    // Our other cookies are signed with the same secrets, but contain no JSON.
    return undefined
  }
}

/**
 * Keeps the state of single sign-on in a signed cookie, so anonymous visits to the sign-in page need no row, and any
 * instance can finish a sign-in that another one started. Allows one sign-in at a time. The browser expires the cookie,
 * and the provider accepts each response once, so our clocks do not matter.
 */
export function pendingSignInCookie(config: Config) {
  const secure = config.adminUrl.protocol === 'https:'
  const name = secure ? '__Host-sign-in' : 'sign-in'
  const signer = new fastifyCookie.Signer(config.sessionSecrets)
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const

  return {
    /** Undefined without a cookie that we signed. */
    read(request: FastifyRequest): PendingSignIn | undefined {
      const { valid, value } = signer.unsign(request.cookies[name] ?? '')
      return valid && value ? pendingIn(value) : undefined
    },

    write(reply: FastifyReply, pending: PendingSignIn | undefined): void {
      if (!pending) {
        void reply.clearCookie(name, options)
        return
      }
      const value = Buffer.from(JSON.stringify(pending)).toString('base64url')
      void reply.setCookie(name, signer.sign(value), { ...options, maxAge: lifetimeSeconds })
    },
  }
}

export type PendingSignInCookie = ReturnType<typeof pendingSignInCookie>
