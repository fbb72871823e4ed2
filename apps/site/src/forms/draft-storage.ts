/** What is kept of a form between its fills: in the tab's own storage, so that a reload loses nothing. */
export interface StoredDraft {
  values?: object
  idempotencyKey?: unknown
}

const keyOf = (name: string) => `draft:${name}`

/** Without members when there is none. Anything may stand in storage: an older build wrote other members. */
export function storedDraft(name: string): StoredDraft {
  try {
    const draft: unknown = JSON.parse(withStorage((storage) => storage.getItem(keyOf(name))) ?? '{}')
    return typeof draft === 'object' && draft !== null ? draft : {}
  } catch {
    return {}
  }
}

export const storeDraft = (name: string, draft: StoredDraft): void =>
  withStorage((storage) => storage.setItem(keyOf(name), JSON.stringify(draft)))

export const removeDraft = (name: string): void => withStorage((storage) => storage.removeItem(keyOf(name)))

/** There is no storage while prerendering, and a browser may refuse it or be full: the draft then lives in memory. */
function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}
