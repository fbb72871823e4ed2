import { createHash } from 'node:crypto'
import cookie from '@fastify/cookie'
import session, { type SessionStore } from '@fastify/session'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { StaffUser } from '@app/contract'
import type { Config } from '../config/config.ts'
import type { Owner } from '../entities/owner.ts'
import type { SignedInMember } from './context.ts'

/** The stored form of a session id: its SHA-256, so a copy of the table contains no usable session. */
export const sessionIdHash = (sessionId: string): Buffer => createHash('sha256').update(sessionId).digest()

/** Identifies a session without revealing its id. */
export const sessionKeyOf = (sessionId: string): string => sessionIdHash(sessionId).toString('hex')

declare module 'fastify' {
  interface Session {
    owner?: Owner
    /** The current staff account, read with the session. */
    staff?: StaffUser
    /** The current member of a customer account, read with the session. */
    member?: SignedInMember
    /** When the session ends, even if it is used. */
    endsAt?: string
    hasSecondFactor?: boolean
    /** The browser that started the session, for the list of sessions. */
    caller?: { address: string; userAgent: string | undefined }
  }
}

/** Continues the session under a new id, so that an id planted or copied earlier is worthless. */
export async function beginSession(request: FastifyRequest, owner: Owner): Promise<void> {
  await request.session.regenerate()
  request.session.owner = owner
  request.session.caller = { address: request.ip, userAgent: request.headers['user-agent'] }
}

/** Sessions of staff or of members: where they are stored, and their cookie. */
export interface Sessions {
  store: SessionStore
  cookie: string
  /** The sign-in page. Over TLS, the cookie is bound to its host. */
  page: (config: Config) => string
}

export const staffCookie: Omit<Sessions, 'store'> = { cookie: 'sid', page: ({ adminUrl }) => adminUrl.href }
export const memberCookie: Omit<Sessions, 'store'> = { cookie: 'member', page: ({ siteOrigin }) => siteOrigin }

/** No maximum age: the browser drops the cookie when it closes, and the database decides when the session ends. */
function cookieOf(config: Config, { cookie: name, page }: Sessions) {
  const secure = page(config).startsWith('https:')
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return { cookieName: secure ? `__Host-${name}` : name, options }
}

/** Ends the session and clears its cookie, which the library would keep. */
export const endSession =
  (config: Config, sessions: Sessions, request: FastifyRequest, reply: FastifyReply) => async () => {
    await request.session.destroy()
    const { cookieName, options } = cookieOf(config, sessions)
    void reply.clearCookie(cookieName, options)
  }

/**
 * Adds sessions to one scope, so that public routes have no session overhead.
 *
 * Signs a cookie again if an older secret signed it, so that a secret can be rotated while people are signed in. The
 * library would mistake it for another session's cookie and clear it.
 */
export async function installSession(app: FastifyInstance, config: Config, sessions: Sessions): Promise<void> {
  const { cookieName, options } = cookieOf(config, sessions)
  await app.register(cookie)
  await app.register(session, {
    store: sessions.store,
    secret: config.sessionSecrets,
    cookieName,
    saveUninitialized: false,
    rolling: false,
    cookie: { ...options },
  })
  app.addHook('onRequest', async (request, reply) => {
    const { owner, encryptedSessionId: signed } = request.session
    if (!owner || request.cookies[cookieName] === signed) return
    request.cookies[cookieName] = signed
    void reply.setCookie(cookieName, signed, options)
  })
}
