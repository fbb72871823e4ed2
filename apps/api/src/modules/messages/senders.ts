import type { MailSettings } from '../../config/mail-settings.ts'
import { mailer } from './mailer.ts'
import { postJson } from './outgoing-call.ts'
import { SendError } from './send-error.ts'
import { slackBody } from './slack-message.ts'
import type { Waiting } from './waiting-message.ts'
import { webhookHeaders } from './webhook-signature.ts'

/** Sends a message by its channel. @throws {SendError} */
export type Senders = Record<Waiting['channel'], (message: Waiting) => Promise<void>>

export interface SenderSettings {
  mail: MailSettings | undefined
  /** Private addresses that targets may be at. */
  privateRanges: readonly string[]
  /** The longest that one receiver may take. */
  timeoutMs?: number
}

export function sendersFor({ mail, privateRanges, timeoutMs = 10_000 }: SenderSettings): Senders {
  const sendMail = mail && mailer(mail, timeoutMs)
  const post = (address: string, body: string, headers: Record<string, string>) =>
    postJson({ url: new URL(address), body, headers }, { privateRanges, timeoutMs })
  return {
    async mail({ id, kind, recipient, subject, content }) {
      if (!sendMail) throw new SendError('passing', 'No email server is set up.', { isRouteDown: true })
      await sendMail({ id, kind, to: recipient, subject, content })
    },
    async slack({ id, subject, content, url }) {
      await post(url ?? '', slackBody(id, subject, content), { 'webhook-id': id })
    },
    async webhook({ id, content: { event }, url, secret, formerSecret }) {
      const body = JSON.stringify(event)
      const secrets = [secret, formerSecret].filter((one) => one !== null)
      await post(url ?? '', body, webhookHeaders(id, body, secrets))
    },
  }
}
