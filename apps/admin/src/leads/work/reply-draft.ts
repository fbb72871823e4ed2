/** A reply that is being written, and the key that makes sure it is sent once. */
export interface ReplyDraft {
  subject: string
  body: string
  key: string
}

export const emptyReply: ReplyDraft = { subject: '', body: '', key: '' }
const keyOf = (leadId: string) => `reply ${leadId}`

const isDraft = (kept: unknown): kept is ReplyDraft =>
  typeof kept === 'object' &&
  kept !== null &&
  Object.keys(emptyReply).every((name) =>
    Object.entries(kept).some(([key, value]) => key === name && typeof value === 'string'),
  )

/** The unsent reply to a lead, which stays in this tab when another lead or screen is opened. */
export function readReply(leadId: string): ReplyDraft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(leadId)) ?? 'null')
    return isDraft(kept) ? kept : emptyReply
  } catch {
    return emptyReply
  }
}

/** Another text is another reply, so it gets another key. */
export function keepReply(leadId: string, { subject, body }: Omit<ReplyDraft, 'key'>): ReplyDraft {
  const draft = subject || body ? { subject, body, key: crypto.randomUUID() } : emptyReply
  try {
    if (draft.key) sessionStorage.setItem(keyOf(leadId), JSON.stringify(draft))
    else sessionStorage.removeItem(keyOf(leadId))
  } catch {
    // The browser keeps nothing; the text is still in its field.
  }
  return draft
}
