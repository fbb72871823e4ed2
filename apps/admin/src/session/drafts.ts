// The text of forms that is not saved yet, one entry for each author and form. It stays in the tab, and nobody else sees it.
const prefix = 'draft '

export const draftKey = (staffId: string, name: string): string => `${prefix}${staffId} ${name}`

/** Undefined where nothing is stored, and where the browser refuses access. An older build may have stored another shape. */
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

/** Whether signing in again brings text back. */
export const hasDrafts = (): boolean => draftKeys().length > 0

/** Drops the drafts whose key matches, all of them by default. */
export function dropDrafts(isDropped: (key: string) => boolean = () => true): void {
  for (const key of draftKeys().filter(isDropped)) sessionStorage.removeItem(key)
}

/** Drops what somebody typed who used this tab before. */
export const dropDraftsOfOthers = (staffId: string): void => dropDrafts((key) => !key.startsWith(draftKey(staffId, '')))
