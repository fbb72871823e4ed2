/** The draft of a form in session storage, so that a reload loses nothing. */
interface StoredDraft {
  values?: object
  idempotencyKey?: unknown
  path?: unknown
  isSending?: unknown
}

const keyOf = (name: string) => `draft:${name}`

/** Empty when nothing is stored. The content is not trusted: an older build may have stored other properties. */
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

/** Storage is missing during prerendering, and a browser may refuse access or have no space left. The draft is then kept in memory only. */
function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}
