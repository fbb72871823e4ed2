import { createHash, randomBytes } from 'node:crypto'
import { minutesAgo } from '../../db/database-clock.ts'
import { type EntityManager, tables } from '../../entities/database.ts'

/** How long somebody may take between two steps of a sign-in. */
export const challengeMinutes = 10

type Kind = 'second_step' | 'passkey' | 'new_passkey'

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/**
 * Begins a sign-in whose next step comes with another request, for an account where that is known. The answer alone holds
 * the token.
 */
export async function newChallenge(em: EntityManager, kind: Kind, staffId: string | null): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tables(em)
    .insertInto('sign_in_challenge')
    .values({ hash: hashOf(token), kind, staff: staffId })
    .execute()
  return token
}

/** The enabled account that a sign-in is half done for, and nothing when that took too long. */
const waiting = (em: EntityManager, kind: Kind, token: string) =>
  tables(em)
    .selectFrom('sign_in_challenge')
    .innerJoin('staff_user', 'staff_user.id', 'sign_in_challenge.staff')
    .select(['staff_user.id', 'staff_user.email'])
    .where('sign_in_challenge.hash', '=', hashOf(token))
    .where('sign_in_challenge.kind', '=', kind)
    .where('sign_in_challenge.createdAt', '>', minutesAgo(challengeMinutes))
    .where('staff_user.disabledAt', 'is', null)

export const findChallenge = (em: EntityManager, kind: Kind, token: string) =>
  waiting(em, kind, token).executeTakeFirst()

/** The same, locked until the transaction ends: of two who finish one sign-in, the second finds it finished. */
export const lockChallenge = (em: EntityManager, kind: Kind, token: string) =>
  waiting(em, kind, token).forUpdate('sign_in_challenge').executeTakeFirst()

export const dropChallenge = (em: EntityManager, token: string) =>
  tables(em).deleteFrom('sign_in_challenge').where('hash', '=', hashOf(token)).execute()

/** Uses a challenge up that has no second try. Undefined when it is unknown, used or too old; null when it is nobody's. */
export async function takeChallenge(em: EntityManager, kind: Kind, token: string): Promise<string | null | undefined> {
  const taken = await tables(em)
    .deleteFrom('sign_in_challenge')
    .where('hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('createdAt', '>', minutesAgo(challengeMinutes))
    .returning('staff')
    .executeTakeFirst()
  return taken?.staff
}
