/** A note that is being written, and the key that makes sure it is stored once. */
interface NoteDraft {
  text: string
  key: string
}

const empty: NoteDraft = { text: '', key: '' }
const keyOf = (leadId: string) => `note ${leadId}`

/** The unsent note on a lead, which stays in this tab when another lead or screen is opened. */
export function readNote(leadId: string): NoteDraft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(leadId)) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('text' in kept) || !('key' in kept)) return empty
    const { text, key } = kept
    return typeof text === 'string' && typeof key === 'string' ? { text, key } : empty
  } catch {
    return empty
  }
}

/** Another text is another note, so it gets another key. */
export function keepNote(leadId: string, text: string): NoteDraft {
  const draft = text ? { text, key: crypto.randomUUID() } : empty
  try {
    if (text) sessionStorage.setItem(keyOf(leadId), JSON.stringify(draft))
    else sessionStorage.removeItem(keyOf(leadId))
  } catch {
    // The browser keeps nothing; the text is still in its field.
  }
  return draft
}
