import cookie from '@fastify/cookie'
import session, { type SessionStore } from '@fastify/session'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { StaffUser } from '@app/contract'
import type { Config } from '../config/config.ts'

declare module 'fastify' {
  interface Session {
    staffId?: string
    /** The account as it is now, read with the session. */
    staff?: StaffUser
    /** When the session ends, whether it is used or not. */
    endsAt?: string
    /** The account is asked for more than its password. */
    hasSecondFactor?: boolean
    /** Whose browser began it, for the list of sessions. */
    caller?: { address: string; userAgent: string | undefined }
  }
}

/** Goes on under a new id: one that was planted or copied before is worth nothing after it. */
export async function beginSession(request: FastifyRequest, staffId: string): Promise<void> {
  await request.session.regenerate()
  request.session.staffId = staffId
  request.session.caller = { address: request.ip, userAgent: request.headers['user-agent'] }
}

/**
 * Adds the staff session to one scope. Public routes do not pay for it.
 *
 * A cookie that was signed with an older secret is signed anew, so that a secret can be rotated while people are signed
 * in. The library would clear such a cookie: it takes it for one that belongs to another session.
 */
export async function installSession(app: FastifyInstance, config: Config, store: SessionStore): Promise<void> {
  const secure = config.adminUrl.protocol === 'https:'
  const cookieName = secure ? '__Host-sid' : 'sid'
  // No maximum age: the browser drops the cookie when it closes, and the database decides when the session ends.
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  await app.register(cookie)
  await app.register(session, {
    store,
    secret: config.sessionSecrets,
    cookieName,
    saveUninitialized: false,
    rolling: false,
    cookie: { ...options },
  })
  app.addHook('onRequest', async (request, reply) => {
    const { staff, encryptedSessionId: signed } = request.session
    if (!staff || request.cookies[cookieName] === signed) return
    request.cookies[cookieName] = signed
    void reply.setCookie(cookieName, signed, options)
  })
}
