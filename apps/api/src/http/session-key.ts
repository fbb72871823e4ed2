import { createHash } from 'node:crypto'

/** What is stored of a session's id: its SHA-256, so that a copy of the table opens nothing. */
export const sessionIdHash = (sessionId: string): Buffer => createHash('sha256').update(sessionId).digest()

/** Identifies a session where its id must not be known. */
export const sessionKeyOf = (sessionId: string): string => sessionIdHash(sessionId).toString('hex')
