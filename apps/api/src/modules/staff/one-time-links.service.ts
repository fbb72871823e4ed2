import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import { brand } from '@app/brand'
import type { OneTimeLink, StaffInvitation, StaffInvitationInput, StaffInvitationLink } from '@app/contract'
import { type EntityManager, tables } from '../../entities/database.ts'
import type { MessageContent } from '../../entities/message-content.ts'
import { accountEmail } from './account-email.ts'
import { linkMail } from './link-mail.ts'
import { hoursFromNow, now, withTextTimes } from '../../db/sql.ts'
import { notFound, ProblemError } from '../../errors/errors.ts'
import { addStaff, type NewStaff } from './new-accounts.service.ts'
import type { Actor } from '../changes/record-type.ts'
import { recordAccountEvent, recordInvitationEvent } from './account-events.ts'
import { refuseOwn, storePassword } from './staff.service.ts'

const lifetimeHours = 72
const expiresAt = hoursFromNow(lifetimeHours)

/** 256 random bits. */
const newToken = () => randomBytes(32).toString('base64url')

const hashOf = (token: string) => createHash('sha256').update(token).digest()

const linkOf = (token: string, stored: { expiresAt: Date }): OneTimeLink => ({
  path: `/api/set-password?link=${token}`,
  expiresAt: stored.expiresAt.toISOString(),
})

/** Open invitations, newest first. */
export async function listInvitations(em: EntityManager): Promise<StaffInvitation[]> {
  const invitations = await tables(em)
    .selectFrom('staff_invitation')
    .select(['id', 'email', 'name', 'role', 'invitedBy', 'createdAt', 'expiresAt'])
    .select((eb) => eb('expiresAt', '<=', now).as('isExpired'))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1000)
    .execute()
  return invitations.map(({ isExpired, ...invitation }) => ({
    ...withTextTimes(invitation),
    isExpired: Boolean(isExpired),
  }))
}

const taken = (detail: string) =>
  new ProblemError(409, 'email_taken', `This email ${detail}.`, {
    errors: [{ in: 'body', pointer: '/email', detail }],
  })

/** The text of an invitation, with a new link. Undefined if the invitation was used or revoked in the meantime. */
export async function invitationContent(
  em: EntityManager,
  email: string,
  apiOrigin: string,
): Promise<MessageContent | undefined> {
  const token = newToken()
  const invited = await tables(em)
    .updateTable('staff_invitation')
    .set({ tokenHash: hashOf(token), expiresAt })
    .where('email', '=', email)
    .returning(['name', 'invitedBy', 'expiresAt'])
    .executeTakeFirst()
  return (
    invited && {
      paragraphs: [
        `Hello ${invited.name},`,
        `${invited.invitedBy} invited you to join the ${brand.companyName} staff. Use the link below to set up your account. It works once and expires in three days. Keep it to yourself: anyone who has it can set your password.`,
      ],
      link: { label: 'Open your account', url: apiOrigin + linkOf(token, invited).path },
    }
  )
}

/**
 * Invites a person: by email if an email server is set up, otherwise with a link to pass on. Replaces an expired
 * invitation to the same email.
 * @throws {ProblemError} 409 when the email has an account or an open invitation.
 */
export const invite = (
  em: EntityManager,
  actor: Actor,
  input: StaffInvitationInput,
  canMail: boolean,
): Promise<StaffInvitationLink> =>
  em.transactional(async (transaction) => {
    const email = accountEmail(input.email)
    const token = newToken()
    const account = await tables(transaction)
      .selectFrom('staff_user')
      .select('disabledAt')
      .where('email', '=', email)
      .executeTakeFirst()
    if (account) {
      throw taken(account.disabledAt === null ? 'already has an account' : 'has a disabled account: enable it instead')
    }
    const invitation = {
      id: randomUUIDv7(),
      email,
      name: input.name.trim(),
      role: input.role,
      invitedBy: actor.name,
      tokenHash: hashOf(token),
      expiresAt,
    }
    const made = await tables(transaction)
      .insertInto('staff_invitation')
      .values(invitation)
      .onConflict((conflict) =>
        conflict
          .column('email')
          .doUpdateSet({ ...invitation, createdAt: now })
          .where('staff_invitation.expiresAt', '<=', now),
      )
      .returning('expiresAt')
      .executeTakeFirstOrThrow(() => taken('is already invited: create a new link in the list of invitations'))
    await recordInvitationEvent(transaction, actor, 'invite', invitation, { after: { role: input.role } })
    const link = linkOf(token, made)
    if (!canMail) return link
    const mail = linkMail('staff_invitation', email, `You’re invited to join ${brand.productName}`, actor.name)
    await tables(transaction).insertInto('message').values(mail).execute()
    return { expiresAt: link.expiresAt }
  })

/**
 * Creates a new link for an invitation and voids the previous one, even one in a pending mail. @throws {ProblemError}
 * 404
 */
export const renewInvitation = (em: EntityManager, actor: Actor, id: string): Promise<OneTimeLink> =>
  em.transactional(async (transaction) => {
    const token = newToken()
    const renewed = await tables(transaction)
      .updateTable('staff_invitation')
      .set({ tokenHash: hashOf(token), expiresAt, invitedBy: actor.name })
      .where('id', '=', id)
      .returning(['name', 'email', 'expiresAt'])
      .executeTakeFirstOrThrow(() => notFound('invitation'))
    await tables(transaction)
      .updateTable('message')
      .set({ status: 'canceled', error: 'A new link was created.' })
      .where('kind', '=', 'staff_invitation')
      .where('recipient', '=', renewed.email)
      .where('status', '=', 'waiting')
      .execute()
    await recordInvitationEvent(transaction, actor, 'renew', { id, name: renewed.name })
    return linkOf(token, renewed)
  })

/** Voids an invitation and its link. @throws {ProblemError} 404 */
export const revokeInvitation = (em: EntityManager, actor: Actor, id: string): Promise<void> =>
  em.transactional(async (transaction) => {
    const revoked = await tables(transaction)
      .deleteFrom('staff_invitation')
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirstOrThrow(() => notFound('invitation'))
    await recordInvitationEvent(transaction, actor, 'revoke', { id, name: revoked.name })
  })

/**
 * Creates a link for setting a new password, and voids the previous link.
 * @throws {ProblemError} 404 when there is no account, 409 when it is the actor's own or disabled.
 */
export const createReset = (em: EntityManager, actor: Actor, id: string): Promise<OneTimeLink> =>
  em.transactional(async (transaction) => {
    const account = await tables(transaction)
      .selectFrom('staff_user')
      .select(['id', 'name', 'disabledAt'])
      .where('id', '=', id)
      .forShare()
      .executeTakeFirstOrThrow(() => notFound('account'))
    refuseOwn(actor, id)
    if (account.disabledAt !== null)
      throw new ProblemError(409, 'account_disabled', 'The account is disabled. Enable it first.')
    const token = newToken()
    const reset = { staff: id, tokenHash: hashOf(token), expiresAt }
    const made = await tables(transaction)
      .insertInto('password_reset')
      .values(reset)
      .onConflict((conflict) => conflict.column('staff').doUpdateSet(reset))
      .returning('expiresAt')
      .executeTakeFirstOrThrow()
    await recordAccountEvent(transaction, actor, 'reset', account)
    return linkOf(token, made)
  })

export interface LinkHolder {
  email: string
  name: string
  isNew: boolean
}

/** Undefined when the link is used, expired, revoked, or not one of ours. */
export async function holderOf(em: EntityManager, token: string): Promise<LinkHolder | undefined> {
  const hash = hashOf(token)
  const invited = await tables(em)
    .selectFrom('staff_invitation')
    .select(['email', 'name'])
    .where('tokenHash', '=', hash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  if (invited) return { ...invited, isNew: true }
  const person = await openReset(em, hash).executeTakeFirst()
  return person && { email: person.email, name: person.name, isNew: false }
}

/** The enabled account of a reset link that still works. */
const openReset = (em: EntityManager, hash: Buffer) =>
  tables(em)
    .selectFrom('password_reset')
    .innerJoin('staff_user', 'staff_user.id', 'password_reset.staff')
    .select(['staff_user.id', 'staff_user.email', 'staff_user.name'])
    .where('password_reset.tokenHash', '=', hash)
    .where('password_reset.expiresAt', '>', now)
    .where('staff_user.disabledAt', 'is', null)

/** Creates the account for an invitation that was just used. Undefined if the command line has created it meanwhile. */
async function createInvited(
  transaction: EntityManager,
  invited: Omit<NewStaff, 'password'>,
  password: string,
): Promise<string | undefined> {
  const id = await addStaff(transaction, { ...invited, password })
  if (!id) return undefined
  const person = { id, name: invited.name }
  await recordAccountEvent(transaction, person, 'accept', person, { after: { role: invited.role } })
  return id
}

/** Consumes an invitation that still works. */
const openInvitation = (em: EntityManager) =>
  tables(em).deleteFrom('staff_invitation').where('expiresAt', '>', now).returning(['email', 'name', 'role'])

/**
 * Creates the account of a person whose email was verified by the single sign-on provider, with a random password.
 * Undefined without an open invitation.
 */
export const acceptInvitation = (em: EntityManager, email: string): Promise<string | undefined> =>
  em.transactional(async (transaction) => {
    const invited = await openInvitation(transaction).where('email', '=', accountEmail(email)).executeTakeFirst()
    return invited && createInvited(transaction, invited, newToken())
  })

/** Consumes a link and sets the password. Resolves with false for a link that no longer works. */
export const usePasswordLink = (em: EntityManager, token: string, password: string): Promise<boolean> =>
  em.transactional(async (transaction) => {
    const hash = hashOf(token)
    const invitation = await openInvitation(transaction).where('tokenHash', '=', hash).executeTakeFirst()
    if (invitation) return (await createInvited(transaction, invitation, password)) !== undefined
    // Locked, so that of two concurrent uses of a link, only one succeeds: storePassword() deletes the link.
    const person = await openReset(transaction, hash).forUpdate('password_reset').executeTakeFirst()
    if (!person) return false
    await storePassword(transaction, person.id, password)
    await recordAccountEvent(transaction, person, 'password', person)
    return true
  })
