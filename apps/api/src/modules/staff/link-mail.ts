import { randomUUIDv7 } from 'node:crypto'

/** A mail with a one-time link. The link is created when the mail is sent, so no token is stored. */
export const linkMail = <const Kind extends string>(
  kind: Kind,
  recipient: string,
  subject: string,
  actor: string | null,
) => ({ id: randomUUIDv7(), channel: 'mail' as const, kind, recipient, subject, actor, content: { paragraphs: [] } })
