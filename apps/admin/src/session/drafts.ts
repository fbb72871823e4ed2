// Unsaved form text, one entry per author and form. It stays in this tab, and nobody else sees it.
const prefix = 'draft '

export const draftKey = (staffId: string, name: string): string => `${prefix}${staffId} ${name}`

/** Undefined if nothing is stored or the browser refuses access. An older version may have stored another shape. */
export function readDraft(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function storeDraft(key: string, draft: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Storage is blocked or full. The text is still in its form.
  }
}

const draftKeys = (): string[] => {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** Whether there is text that will be restored after signing in again. */
export const hasDrafts = (): boolean => draftKeys().length > 0

/** Drops the drafts whose key matches, by default all of them. */
export function dropDrafts(isDropped: (key: string) => boolean = () => true): void {
  for (const key of draftKeys().filter(isDropped)) sessionStorage.removeItem(key)
}

/** Drops the drafts of people who used this tab before. */
export const dropDraftsOfOthers = (staffId: string): void => dropDrafts((key) => !key.startsWith(draftKey(staffId, '')))
