import { createHash } from 'node:crypto'

/** The stored form of a session id: its SHA-256, so a copy of the table contains no usable session. */
export const sessionIdHash = (sessionId: string): Buffer => createHash('sha256').update(sessionId).digest()

/** Identifies a session where its id must not be known. */
export const sessionKeyOf = (sessionId: string): string => sessionIdHash(sessionId).toString('hex')
