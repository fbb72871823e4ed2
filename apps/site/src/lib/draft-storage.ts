import { dropStored, readStored, store } from '@app/ui/tab-storage'

/** A form's draft in this tab, which survives a reload. */
interface StoredDraft {
  values?: object
  idempotencyKey?: unknown
  path?: unknown
  isSending?: unknown
}

export const keyOf = (name: string) => `draft:${name}`

/** Empty if nothing is stored. */
export const storedDraft = (name: string): StoredDraft => readStored(keyOf(name)) ?? {}

export const storeDraft = (name: string, draft: StoredDraft): void => store(keyOf(name), draft)

export const removeDraft = (name: string): void => dropStored((key) => key === keyOf(name))

/** Removes all drafts whose names start with the prefix. */
export const removeDrafts = (prefix: string): void => dropStored((key) => key.startsWith(keyOf(prefix)))
