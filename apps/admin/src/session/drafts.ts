import { dropStored, storedKeys } from '@app/ui/tab-storage'

// Unsaved form text, with one entry per author and form. It stays in this tab, and no one else sees it.
const prefix = 'draft '

export const draftKey = (staffId: string, name: string): string => `${prefix}${staffId} ${name}`

/**
 * Prefix of the names of forms about a selection. Such a form reopens only when the same records are selected again.
 */
export const ofSelection = 'selection:'

/** True if there is text to restore after the user signs in again. */
export const hasDrafts = (): boolean =>
  storedKeys().some((key) => key.startsWith(prefix) && !key.includes(` ${ofSelection} `))

/** Drops the drafts whose key matches, by default all of them. */
export const dropDrafts = (isDropped: (key: string) => boolean = () => true): void =>
  dropStored((key) => key.startsWith(prefix) && isDropped(key))

/** Drops the drafts of people who used this tab before. */
export const dropDraftsOfOthers = (staffId: string): void => dropDrafts((key) => !key.startsWith(draftKey(staffId, '')))
