import type { Config } from '../../config/config.ts'
import type { EntityManager } from '../../entities/database.ts'
import { isMemberMail, memberMailContent } from '../customers/member-mails.ts'
import { invitationContent } from '../staff/one-time-links.service.ts'
import { mailer } from './mailer.ts'
import { postJson } from './outgoing-call.ts'
import { getPieceEvent } from './piece-events.queries.ts'
import { SendError } from './send-error.ts'
import type { Waiting } from './message-outbox.ts'
import { secretsIn, webhookHeaders } from './webhook-signature.ts'
import type { MessageContent } from '../../entities/message-content.ts'

/** Slack reads these three as markup. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const maxInASection = 2_900
const maxInAHeader = 150

/** Slack rejects JSON with half of a surrogate pair. */
const cut = (text: string, length: number) => text.slice(0, length).toWellFormed()

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text: cut(text, maxInASection) } })

/** The body for a Slack incoming webhook. A repeated message has the same id in its first block. */
function slackBody(id: string, subject: string, { paragraphs, facts = [], link }: MessageContent): string {
  const lines = facts.map(({ name, value }) => `*${escaped(name)}:* ${escaped(value)}`)
  return JSON.stringify({
    text: escaped(subject),
    blocks: [
      { block_id: id, type: 'header', text: { type: 'plain_text', text: cut(subject, maxInAHeader) } },
      ...paragraphs.map((paragraph) => section(escaped(paragraph))),
      ...(lines.length > 0 ? [section(lines.join('\n'))] : []),
      ...(link ? [section(`<${link.url}|${escaped(link.label)}>`)] : []),
    ],
  })
}

/** Sends a message over its channel. Resolves with false for a mail that is no longer due. @throws {SendError} */
export type Senders = Record<Waiting['channel'], (message: Waiting) => Promise<boolean>>

/** The email server, the origins where members and staff sign in, and the private addresses that targets may have. */
export type SenderSettings = Pick<Config, 'mail' | 'siteOrigin' | 'apiOrigin' | 'webhookRanges'>

export function sendersFor(
  em: EntityManager,
  { mail, siteOrigin, apiOrigin, webhookRanges: privateRanges }: SenderSettings,
  timeoutMs = 10_000,
): Senders {
  const sendMail = mail && mailer(mail, timeoutMs)
  /** A sign-in link is created when its mail is sent. */
  const contentOf = async (message: Waiting) => {
    if (isMemberMail(message)) return memberMailContent(em, message, siteOrigin)
    return message.kind === 'staff_invitation' ? invitationContent(em, message.recipient, apiOrigin) : message.content
  }
  const post = (address: string, body: string, headers: Record<string, string>) =>
    postJson({ url: new URL(address), body, headers }, { privateRanges, timeoutMs })
  return {
    async mail(message) {
      if (!sendMail) throw new SendError('passing', 'No email server is set up.', { isRouteDown: true })
      const { id, kind, recipient, subject } = message
      const content = await contentOf(message)
      if (content) await sendMail({ id, kind, to: recipient, subject, content })
      return content !== undefined
    },
    async slack({ id, subject, content, url }) {
      await post(url ?? '', slackBody(id, subject, content), { 'webhook-id': id })
      return true
    },
    async webhook(message) {
      const { id, content, pieceEvent, url, secret, formerSecret } = message
      const event = pieceEvent === null ? undefined : await getPieceEvent(em, pieceEvent)
      const body = JSON.stringify(
        event ? { type: event.Type, timestamp: event.OccurredAt, data: event } : content.event,
      )
      await post(url ?? '', body, webhookHeaders(id, body, secretsIn(secret, formerSecret)))
      return true
    },
  }
}
