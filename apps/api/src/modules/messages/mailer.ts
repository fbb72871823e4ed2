import { createTransport } from 'nodemailer'
import { codeOf } from '../../errors/errors.ts'
import { jobKinds } from '../../jobs/job-kinds.ts'
import type { Config } from '../../config/config.ts'
import { isLoopback } from '../../config/network.ts'
import { mailHtml, mailText } from './mail-look.ts'
import type { MessageContent } from '../../entities/message-content.ts'
import { SendError } from './send-error.ts'

interface Mail {
  id: string
  /** Determines the layout, and whether the mail is marked as automatic, which suppresses auto-replies. */
  kind: string
  to: string
  subject: string
  content: MessageContent
}

export type SendMail = (mail: Mail) => Promise<void>

/** An idle connection is closed after this long. */
const idleMs = 2_000

/** Kinds of mails that do not result from the reader's own rules: to visitors, customers, and new staff members. */
const toVisitors = new Set(['confirmation', 'reply', 'samples_sent', 'sign_in', 'invitation', 'staff_invitation'])

/**
 * Sends mails through the operator's email server. The Message-ID is the message's id, so every attempt has the same
 * one. A password is never sent in the clear to another machine.
 */
export function mailer({ server, from }: NonNullable<Config['mail']>, timeoutMs: number): SendMail {
  const transport = createTransport({
    url: server.href,
    // Mails sent together share connections, because opening one takes longer than sending a mail.
    pool: true,
    maxConnections: jobKinds.mail.slots,
    idleTimeout: idleMs,
    // The server may close an idle connection just as a mail is sent over it.
    maxRequeues: 1,
    ...(server.protocol === 'smtp:' && server.username && !isLoopback(server) && { requireTLS: true }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return async ({ id, kind, to, subject, content }) => {
    const written = { subject, content, reader: toVisitors.has(kind) ? ('visitor' as const) : ('staff' as const) }
    try {
      await transport.sendMail({
        messageId: `<${id}@${domain}>`,
        from,
        to: { name: '', address: to },
        ...(content.replyTo && { replyTo: content.replyTo }),
        subject,
        text: mailText(written),
        html: mailHtml(written),
        headers: kind === 'reply' ? {} : { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      })
    } catch (error) {
      throw sendErrorOf(error)
    }
  }
}

/**
 * SMTP commands whose rejection concerns one mail. A rejection of any other command, such as for our sender address,
 * concerns every mail.
 */
const ofOneMail: ReadonlyMap<string, string> = new Map([
  ['RCPT', 'the address'],
  ['DATA', 'the message'],
])

/** The server's message may contain the address, so only its code is stored. */
function sendErrorOf(error: unknown): SendError {
  const code = codeOf(error) ?? 'unknown'
  // Properties that the library adds to its errors.
  const status: unknown = Object(error).responseCode
  const command: unknown = Object(error).command
  if (code === 'EAUTH') {
    return new SendError('passing', 'The email server rejected our username or password.', { isRouteDown: true })
  }
  if (typeof status !== 'number') {
    return new SendError('passing', `The email server could not be reached (${code}).`, { isRouteDown: true })
  }
  const about = typeof command === 'string' ? ofOneMail.get(command.slice(0, 4)) : undefined
  if (!about)
    return new SendError('passing', `The email server won’t let us send anything (${status}).`, { isRouteDown: true })
  return status >= 500
    ? new SendError('refused', `The email server rejected ${about} (${status}).`)
    : new SendError('passing', `The email server did not accept ${about} (${status}).`)
}
