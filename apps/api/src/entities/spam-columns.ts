import { p } from '@mikro-orm/core'

/** Spam is listed separately, never counted, and never sent to the CRM. */
export const spamColumns = {
  isSpam: p.boolean().default(false),
  /** The text in the honeypot, a form field that people can neither see nor reach. Kept when staff clear the record. */
  honeypot: p.string().length(500).nullable(),
  /** The person who marked the record as spam. Null if only the honeypot caught it. */
  spamMarkedBy: p.string().length(200).nullable(),
}
