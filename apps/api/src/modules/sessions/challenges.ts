import { createHash, randomBytes } from 'node:crypto'
import { minutesFromNow, now } from '../../db/sql.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { type Owner, ownerColumns, ownerOf } from '../../entities/owner.ts'

/** Maximum minutes between two steps of a sign-in. */
const lifetimes = {
  second_step: 10,
  passkey: 10,
  new_passkey: 10,
  /** A sign-in link for the customer area. */
  sign_in_link: 30,
  /** A sign-in link in an invitation. */
  invitation: 72 * 60,
} as const

type Kind = keyof typeof lifetimes

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Begins a sign-in that another request continues, with its owner if known. Only the response contains the token. */
export const newChallenge = async (em: EntityManager, kind: Kind, owner: Owner | null): Promise<string> =>
  (await newExpiringChallenge(em, kind, owner)).token

/** Begins a sign-in, and also returns when it expires. */
export async function newExpiringChallenge(em: EntityManager, kind: Kind, owner: Owner | null) {
  const token = randomBytes(32).toString('base64url')
  const { expiresAt } = await tables(em)
    .insertInto('sign_in_challenge')
    .values({ hash: hashOf(token), kind, ...ownerColumns(owner), expiresAt: minutesFromNow(lifetimes[kind]) })
    .returning('expiresAt')
    .executeTakeFirstOrThrow()
  return { token, expiresAt }
}

/** The enabled staff account of a pending sign-in that has not expired. */
const waiting = (em: EntityManager, kind: Kind, token: string) =>
  tables(em)
    .selectFrom('sign_in_challenge')
    .innerJoin('staff_user', 'staff_user.id', 'sign_in_challenge.staff')
    .select(['staff_user.id', 'staff_user.email', 'staff_user.passwordHash'])
    .where('sign_in_challenge.hash', '=', hashOf(token))
    .where('sign_in_challenge.kind', '=', kind)
    .where('sign_in_challenge.expiresAt', '>', now)
    .where('staff_user.disabledAt', 'is', null)

export const findChallenge = (em: EntityManager, kind: Kind, token: string) =>
  waiting(em, kind, token).executeTakeFirst()

/**
 * Like `waiting()`, but locked until the transaction ends: of two requests that finish one sign-in, the second finds it
 * finished.
 */
export const lockChallenge = (em: EntityManager, kind: Kind, token: string) =>
  waiting(em, kind, token).forUpdate('sign_in_challenge').executeTakeFirst()

export const dropChallenge = (em: EntityManager, token: string) =>
  tables(em).deleteFrom('sign_in_challenge').where('hash', '=', hashOf(token)).execute()

/**
 * Consumes a challenge that allows only one attempt. Resolves with its owner, with null if it has none, and with
 * undefined if it is unknown, used, or expired.
 */
export async function takeChallenge(
  em: EntityManager,
  kinds: readonly Kind[],
  token: string,
): Promise<Owner | null | undefined> {
  const taken = await tables(em)
    .deleteFrom('sign_in_challenge')
    .where('hash', '=', hashOf(token))
    .where('kind', 'in', [...kinds])
    .where('expiresAt', '>', now)
    .returning(['staff', 'member'])
    .executeTakeFirst()
  return taken && ownerOf(taken)
}

/** Voids the open challenges of a person, such as links in earlier mails. */
export const dropChallengesOf = (em: EntityManager, { kind, id }: Owner, kinds: readonly Kind[]) =>
  tables(em)
    .deleteFrom('sign_in_challenge')
    .where(kind, '=', id)
    .where('kind', 'in', [...kinds])
    .execute()
