import cookie from '@fastify/cookie'
import session from '@fastify/session'
import type { FastifyInstance } from 'fastify'
import type { StaffUser } from '@app/contract'
import type { Config } from '../config.ts'
import type { PgSessionStore } from '../modules/auth/session-store.ts'

declare module 'fastify' {
  interface Session {
    staffId?: string
    /** The account as it is now, read with the session. */
    staff?: StaffUser
    /** When the session is over, used or not. */
    endsAt?: string
  }
}

/** Adds the staff session to one scope; public routes stay without its cost. */
export async function installSession(app: FastifyInstance, config: Config, store: PgSessionStore): Promise<void> {
  const secure = config.adminUrl.protocol === 'https:'
  await app.register(cookie)
  await app.register(session, {
    store,
    secret: config.sessionSecrets,
    cookieName: secure ? '__Host-sid' : 'sid',
    saveUninitialized: false,
    rolling: false,
    // No age: the browser forgets it when it closes, the database judges its time.
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure },
  })
}
