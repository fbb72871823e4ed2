import { brand } from '@app/brand'
import { sql } from 'kysely'
import { minutesAgo } from '../../db/sql.ts'
import { ProblemError } from '../../errors/errors.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import type { MessageContent } from '../../entities/message-content.ts'
import { memberOwner } from '../../entities/owner.ts'
import { newChallenge } from '../sessions/challenges.ts'
import { accountEmail } from '../staff/account-email.ts'
import { linkMail } from '../staff/link-mail.ts'

export type MemberMailKind = 'sign_in' | 'invitation'

/** The site's sign-in page for members. The token is in the fragment, which browsers do not send to servers. */
export const signInUrl = (siteOrigin: string, token: string) => `${siteOrigin}/account/sign-in#token=${token}`

const subjects: Record<MemberMailKind, string> = {
  sign_in: `Sign in to ${brand.productName}`,
  invitation: `You’re invited to join ${brand.productName}`,
}

/** A mail with a sign-in link. */
export const memberMessage = (kind: MemberMailKind, email: string, actor: string | null) =>
  linkMail(kind, accountEmail(email), subjects[kind], actor)

/** Minutes after which a requested sign-in link is no longer sent. */
const awaitedMinutes = 30

/** Maximum number of links, and of invitations, per mailbox in this many minutes, to prevent flooding. */
const maxLinks = 3
const floodMinutes = 15

/** @throws {ProblemError} 429 when the mailbox has received the maximum number of invitations */
export async function assertFewInvitations(em: EntityManager, recipient: string): Promise<void> {
  const earlier = await tables(em)
    .selectFrom('message')
    .select('id')
    .where(sql<string>`lower(recipient)`, '=', recipient)
    .where('kind', '=', 'invitation')
    .where('createdAt', '>', minutesAgo(floodMinutes))
    .limit(maxLinks)
    .execute()
  if (earlier.length < maxLinks) return
  const detail = `This email got ${maxLinks} invitations in the last ${floodMinutes} minutes. Wait before you send another one.`
  throw new ProblemError(429, 'rate_limited', detail, { retryAfterSeconds: 60 * floodMinutes })
}

/** True when a link was requested recently and the mailbox is under its limit. */
async function isAwaited(em: EntityManager, recipient: string, id: string): Promise<boolean> {
  const { isLate, sent } = await tables(em)
    .selectFrom('message')
    .select((eb) => sql<boolean>`${eb('createdAt', '<', minutesAgo(awaitedMinutes))}`.as('isLate'))
    .select((eb) =>
      eb
        .selectFrom('message as earlier')
        .select((inner) => inner.fn.countAll<string>().as('sent'))
        .where(sql<string>`lower(earlier.recipient)`, '=', recipient)
        .where('earlier.kind', '=', 'sign_in')
        .where('earlier.status', '=', 'sent')
        .where('earlier.createdAt', '>', minutesAgo(floodMinutes))
        .as('sent'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return !isLate && Number(sent) < maxLinks
}

interface MemberMail {
  id: string
  kind: MemberMailKind
  recipient: string
  actor: string | null
}

/** True for a mail to a member with a link that is created on sending. */
export const isMemberMail = <Mail extends { kind: string }>(mail: Mail): mail is Mail & { kind: MemberMailKind } =>
  mail.kind in subjects

/**
 * The content of a mail to a member, with a new link. Undefined when it must not be sent: no member has this email, or
 * the link would be too late or one too many.
 */
export async function memberMailContent(
  em: EntityManager,
  { id, kind, recipient, actor }: MemberMail,
  siteOrigin: string,
): Promise<MessageContent | undefined> {
  const member = await tables(em)
    .selectFrom('customer_member')
    .innerJoin('customer_account', 'customer_account.id', 'customer_member.account')
    .select(['customer_member.id', 'customer_member.name', 'customer_account.name as accountName'])
    .where('customer_member.email', '=', recipient)
    .executeTakeFirst()
  if (!member) return undefined
  if (kind === 'sign_in' && !(await isAwaited(em, recipient, id))) return undefined
  const isInvitation = kind === 'invitation'
  const token = await newChallenge(em, isInvitation ? 'invitation' : 'sign_in_link', memberOwner(member.id))
  return {
    paragraphs: isInvitation
      ? [
          `Hello ${member.name},`,
          `${actor ?? brand.companyName} invited you to join ${member.accountName}’s ${brand.companyName} account. The link below signs you in. It works once and expires in three days.`,
          `After that, sign in at ${siteOrigin}/account with this email address.`,
        ]
      : [
          `Hello ${member.name},`,
          'The link below signs you in. It works once and expires in 30 minutes. If you didn’t request it, you can ignore this email.',
        ],
    link: { label: isInvitation ? 'Open your account' : 'Sign in', url: signInUrl(siteOrigin, token) },
  }
}
