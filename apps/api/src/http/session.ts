import cookie from '@fastify/cookie'
import session, { type SessionStore } from '@fastify/session'
import type { FastifyInstance } from 'fastify'
import type { StaffUser } from '@app/contract'
import type { Config } from '../config.ts'

declare module 'fastify' {
  interface Session {
    staffId?: string
    /** The account as it is now, read with the session. */
    staff?: StaffUser
    /** When the session ends, whether it is used or not. */
    endsAt?: string
  }
}

/** Adds the staff session to one scope. Public routes do not pay for it. */
export async function installSession(app: FastifyInstance, config: Config, store: SessionStore): Promise<void> {
  const secure = config.adminUrl.protocol === 'https:'
  await app.register(cookie)
  await app.register(session, {
    store,
    secret: config.sessionSecrets,
    cookieName: secure ? '__Host-sid' : 'sid',
    saveUninitialized: false,
    rolling: false,
    // No maximum age: the browser drops the cookie when it closes, and the database decides when the session ends.
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure },
  })
}
