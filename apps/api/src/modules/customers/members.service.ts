import { randomUUIDv7 } from 'node:crypto'
import type { InvitedMember, Member, MemberInput } from '@app/contract'
import { sql } from 'kysely'
import { withTextTimes } from '../../db/sql.ts'
import { notFound, ProblemError } from '../../errors/errors.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { memberOwner } from '../../entities/owner.ts'
import type { Actor } from '../changes/record-type.ts'
import { dropChallengesOf, newExpiringChallenge } from '../sessions/challenges.ts'
import { accountEmail } from '../staff/account-email.ts'
import { recordAccountEvent } from './account-events.ts'
import { assertFewInvitations, memberMessage, signInUrl } from './member-mails.ts'

const maxMembers = 50

/** How invitations are delivered. */
export interface Delivery {
  /** False without an email server: then the inviter passes the link on. */
  canMail: boolean
  siteOrigin: string
}

const shown = ['id', 'name', 'email', 'invitedBy', 'createdAt', 'lastSignInAt'] as const

/** The members of an account, by name. */
export async function listMembers(em: EntityManager, account: string): Promise<Member[]> {
  const members = await tables(em)
    .selectFrom('customer_member')
    .select(shown)
    .where('account', '=', account)
    .orderBy((eb) => sql`${eb.ref('name')} collate "und-x-icu"`)
    .orderBy('id')
    .limit(maxMembers)
    .execute()
  return members.map(withTextTimes)
}

const taken = (pointer: string) =>
  new ProblemError(409, 'email_taken', 'This email already belongs to a member.', {
    errors: [{ in: 'body', pointer, detail: 'already belongs to a member' }],
  })

/** Creates a link for a member, and either mails it or, without an email server, returns it. */
async function sendLink(
  transaction: EntityManager,
  member: Member,
  actor: Actor,
  { canMail, siteOrigin }: Delivery,
): Promise<InvitedMember> {
  const owner = memberOwner(member.id)
  await dropChallengesOf(transaction, owner, ['invitation', 'sign_in_link'])
  if (canMail) {
    await assertFewInvitations(transaction, member.email)
    await tables(transaction)
      .insertInto('message')
      .values(memberMessage('invitation', member.email, actor.name))
      .execute()
    return { member, link: null }
  }
  const { token, expiresAt } = await newExpiringChallenge(transaction, 'invitation', owner)
  return { member, link: { url: signInUrl(siteOrigin, token), expiresAt: expiresAt.toISOString() } }
}

/**
 * Invites a member, in the caller's transaction.
 * @param pointer to the email in the request's body
 * @throws {ProblemError} 409 when the email belongs to a member of any account, and when the account is full, 429 when
 * it was invited too often
 */
export async function inviteMember(
  transaction: EntityManager,
  actor: Actor,
  account: string,
  { name, email: typed }: MemberInput,
  delivery: Delivery & { pointer?: string },
): Promise<InvitedMember> {
  const email = accountEmail(typed)
  // Serialized, so that two concurrent invitations cannot both take the last place.
  const { id } = await lockAccount(transaction, account)
  const members = await tables(transaction)
    .selectFrom('customer_member')
    .select('id')
    .where('account', '=', id)
    .execute()
  if (members.length >= maxMembers) {
    const detail = `The account has reached the maximum of ${maxMembers} members. Remove one first.`
    throw new ProblemError(409, 'limit_reached', detail)
  }
  const added = await tables(transaction)
    .insertInto('customer_member')
    .values({ id: randomUUIDv7(), account: id, email, name: name.trim(), invitedBy: actor.name })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(shown)
    .executeTakeFirstOrThrow(() => taken(delivery.pointer ?? '/email'))
  await recordAccountEvent(transaction, actor, id, 'member_invite', { after: { member: email } })
  return sendLink(transaction, withTextTimes(added), actor, delivery)
}

/** @throws {ProblemError} 404 when no account has this id. */
const lockAccount = (transaction: EntityManager, id: string) =>
  tables(transaction)
    .selectFrom('customer_account')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('account'))

/**
 * Sends a member a new link, which voids the earlier ones.
 * @throws {ProblemError} 404 when there is no such member, 429 when they were invited too often
 */
export const resendInvitation = (em: EntityManager, actor: Actor, id: string, delivery: Delivery) =>
  em.transactional(async (transaction): Promise<InvitedMember> => {
    const { account, ...member } = await tables(transaction)
      .selectFrom('customer_member')
      .select(shown)
      .select('account')
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => notFound('member'))
    await recordAccountEvent(transaction, actor, account, 'member_resend', { after: { member: member.email } })
    return sendLink(transaction, withTextTimes(member), actor, delivery)
  })

/**
 * Removes a member, along with their sessions, passkeys, and links.
 * @param within restricts removal to the members of this account, if given
 * @throws {ProblemError} 404 when there is no such member, 409 for the last member of an account
 */
export const removeMember = (em: EntityManager, actor: Actor, id: string, within?: string): Promise<void> =>
  em.transactional(async (transaction) => {
    const found = await tables(transaction)
      .selectFrom('customer_member')
      .select('account')
      .where('id', '=', id)
      .$if(within !== undefined, (query) => query.where('account', '=', within ?? ''))
      .executeTakeFirstOrThrow(() => notFound('member'))
    // Serialized, so that the last two members cannot both leave.
    await lockAccount(transaction, found.account)
    const others = tables(transaction)
      .selectFrom('customer_member')
      .select('id')
      .where('account', '=', found.account)
      .where('id', '<>', id)
      .limit(1)
    if (actor.id === id && !(await others.executeTakeFirst())) {
      throw new ProblemError(409, 'last_member', 'You are the only member of the account. Invite someone else first.')
    }
    const removed = await tables(transaction)
      .deleteFrom('customer_member')
      .where('id', '=', id)
      .returning('email')
      .executeTakeFirstOrThrow(() => notFound('member'))
    await recordAccountEvent(transaction, actor, found.account, 'member_remove', { before: { member: removed.email } })
  })
