import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

/** 32 random bytes in the format of Standard Webhooks. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** The current secret, and former ones that still sign, which are stored concatenated. */
export const secretsIn = (...stored: (string | null)[]): string[] =>
  stored.flatMap((secrets) => secrets?.split(/(?=whsec_)/) ?? [])

/** The headers of a signed webhook: its id, the time of this attempt, and one signature per secret. */
export function webhookHeaders(id: string, body: string, secrets: readonly string[]): Record<string, string> {
  const now = new Date()
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  }
}
