import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { brand } from '@app/brand'
import type { OneTimeLink, StaffInvitation, StaffInvitationInput, StaffUser } from '@app/contract'
import { accountEmail } from './account-email.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { notFound, ProblemError } from '../../errors.ts'
import { addStaff } from './new-accounts.service.ts'
import { passwordProblem } from './password.ts'
import { type Actor, addSettingsEntry } from './settings-audit.service.ts'
import { refuseOwn, storePassword } from './staff.service.ts'

/** How long a link works. */
const lifetimeHours = 72
const expiry = `now() + interval '${lifetimeHours} hours'`

/** 256 bits from the system's generator. */
const newToken = () => randomBytes(32).toString('base64url')

const hashOf = (token: string) => createHash('sha256').update(token).digest()

const linkOf = (token: string, expiresAt: string): OneTimeLink => ({
  path: `/api/set-password?link=${token}`,
  expiresAt,
})

/** Invitations that nobody has accepted, newest first. */
export const listInvitations = (em: EntityManager): Promise<StaffInvitation[]> =>
  em.execute<StaffInvitation[]>(
    `select id, email, name, role, invited_by as "invitedBy", ${isoInstant('created_at')} as "createdAt",
            ${isoInstant('expires_at')} as "expiresAt", expires_at <= now() as "isExpired"
       from staff_invitation order by created_at desc, id desc limit 1000`,
  )

const taken = (detail: string) =>
  new ProblemError(409, 'taken', `This email ${detail}.`, {
    errors: [{ in: 'body', pointer: '/email', detail }],
  })

/**
 * Invites a person. An expired invitation to the same email gives way.
 * @throws {ProblemError} 409 when the email has an account or an open invitation.
 */
export const invite = (em: EntityManager, actor: Actor, input: StaffInvitationInput): Promise<OneTimeLink> =>
  em.transactional(async (transaction) => {
    const email = accountEmail(input.email)
    const name = input.name.trim()
    const token = newToken()
    const [account] = await transaction.execute<{ isEnabled: boolean }[]>(
      'select disabled_at is null as "isEnabled" from staff_user where email = ?',
      [email],
    )
    if (account) throw taken(account.isEnabled ? 'has an account already' : 'has a disabled account; enable it instead')
    const [made] = await transaction.execute<{ expiresAt: string }[]>(
      `insert into staff_invitation (id, email, name, role, invited_by, token_hash, expires_at)
       values (?, ?, ?, ?, ?, ?, ${expiry})
       on conflict (email) do update
          set id = excluded.id, created_at = now(), name = excluded.name, role = excluded.role,
              invited_by = excluded.invited_by, token_hash = excluded.token_hash, expires_at = excluded.expires_at
        where staff_invitation.expires_at <= now()
       returning ${isoInstant('expires_at')} as "expiresAt"`,
      [randomUUIDv7(), email, name, input.role, actor.name, hashOf(token)],
    )
    if (!made) throw taken('is invited already; make a new link in the list of invitations')
    await addSettingsEntry(transaction, actor, 'invite', {
      person: { id: null, name },
      changes: [{ field: 'role', before: null, after: input.role }],
    })
    return linkOf(token, made.expiresAt)
  })

/** Another link for an invitation; the one before is void. @throws {ProblemError} 404 when there is none. */
export const renewInvitation = (em: EntityManager, actor: Actor, id: string): Promise<OneTimeLink> =>
  em.transactional(async (transaction) => {
    const token = newToken()
    const [renewed] = await transaction.execute<{ name: string; expiresAt: string }[]>(
      `update staff_invitation set token_hash = ?, expires_at = ${expiry}, invited_by = ? where id = ?
       returning name, ${isoInstant('expires_at')} as "expiresAt"`,
      [hashOf(token), actor.name, id],
    )
    if (!renewed) throw notFound('invitation')
    await addSettingsEntry(transaction, actor, 'renew', { person: { id: null, name: renewed.name } })
    return linkOf(token, renewed.expiresAt)
  })

/** Voids an invitation and its link. @throws {ProblemError} 404 when there is none. */
export const revokeInvitation = (em: EntityManager, actor: Actor, id: string): Promise<void> =>
  em.transactional(async (transaction) => {
    const [revoked] = await transaction.execute<{ name: string }[]>(
      'delete from staff_invitation where id = ? returning name',
      [id],
    )
    if (!revoked) throw notFound('invitation')
    await addSettingsEntry(transaction, actor, 'revoke', { person: { id: null, name: revoked.name } })
  })

/**
 * A link with which a person sets a new password; the one before is void.
 * @throws {ProblemError} 404 when there is no account, 409 when it is the actor's own or disabled.
 */
export const createReset = (em: EntityManager, actor: Actor, id: string): Promise<OneTimeLink> =>
  em.transactional(async (transaction) => {
    const [account] = await transaction.execute<{ id: string; name: string; isEnabled: boolean }[]>(
      'select id, name, disabled_at is null as "isEnabled" from staff_user where id = ? for share',
      [id],
    )
    if (!account) throw notFound('account')
    refuseOwn(actor, id)
    if (!account.isEnabled) throw new ProblemError(409, 'disabled', 'The account is disabled. Enable it first.')
    const token = newToken()
    const [made] = await transaction.execute<[{ expiresAt: string }]>(
      `insert into password_reset (staff_id, token_hash, expires_at) values (?, ?, ${expiry})
       on conflict (staff_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at
       returning ${isoInstant('expires_at')} as "expiresAt"`,
      [id, hashOf(token)],
    )
    await addSettingsEntry(transaction, actor, 'reset', { person: account })
    return linkOf(token, made.expiresAt)
  })

/** Whom an open link is for. */
export interface LinkHolder {
  email: string
  name: string
  isNew: boolean
}

/** Undefined when the link is used, expired, revoked or none of ours. */
export async function holderOf(em: EntityManager, token: string): Promise<LinkHolder | undefined> {
  const hash = hashOf(token)
  const [holder] = await em.execute<LinkHolder[]>(
    `select email, name, true as "isNew" from staff_invitation where token_hash = ? and expires_at > now()
     union all
     select u.email, u.name, false from password_reset r join staff_user u on u.id = r.staff_id
      where r.token_hash = ? and r.expires_at > now() and u.disabled_at is null`,
    [hash, hash],
  )
  return holder
}

/** What is wrong with a password that somebody chose, in a sentence; the same rules as for `staff add`. */
export function chosenPasswordProblem(password: string): string | undefined {
  const problem = passwordProblem(password, brand.productName)
  return problem && `The password ${problem}.`
}

interface Invited {
  email: string
  name: string
  role: StaffUser['role']
}

/** Makes the account of an invitation that has just been used up. Undefined when the command line was faster. */
async function welcome(transaction: EntityManager, invited: Invited, password: string): Promise<string | undefined> {
  const id = await addStaff(transaction, { ...invited, password })
  if (!id) return undefined
  const person = { id, name: invited.name }
  await addSettingsEntry(transaction, person, 'accept', {
    person,
    changes: [{ field: 'role', before: null, after: invited.role }],
  })
  return id
}

/**
 * Makes the account of somebody whose email single sign-on vouches for. Undefined without an open invitation. The
 * account's password is known to nobody.
 */
export const acceptInvitation = (em: EntityManager, email: string): Promise<string | undefined> =>
  em.transactional(async (transaction) => {
    const [invited] = await transaction.execute<Invited[]>(
      'delete from staff_invitation where email = ? and expires_at > now() returning email, name, role',
      [accountEmail(email)],
    )
    return invited && welcome(transaction, invited, newToken())
  })

/** Uses a link up and sets the password. False when the link does not work any more, however that came about. */
export const usePasswordLink = (em: EntityManager, token: string, password: string): Promise<boolean> =>
  em.transactional(async (transaction) => {
    const hash = hashOf(token)
    const [invitation] = await transaction.execute<Invited[]>(
      'delete from staff_invitation where token_hash = ? and expires_at > now() returning email, name, role',
      [hash],
    )
    if (invitation) return (await welcome(transaction, invitation, password)) !== undefined
    const [person] = await transaction.execute<{ id: string; name: string }[]>(
      `delete from password_reset r using staff_user u
        where r.token_hash = ? and r.expires_at > now() and u.id = r.staff_id and u.disabled_at is null
       returning u.id, u.name`,
      [hash],
    )
    if (!person) return false
    await storePassword(transaction, person.id, password)
    await addSettingsEntry(transaction, person, 'password', { person })
    return true
  })
