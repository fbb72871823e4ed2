/** The draft of a form in session storage, so that it survives a reload. */
interface StoredDraft {
  values?: object
  idempotencyKey?: unknown
  path?: unknown
  isSending?: unknown
}

const keyOf = (name: string) => `draft:${name}`

/** Empty if nothing is stored. The content is not trusted: an older build may have stored other properties. */
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

/** Removes all drafts whose names begin with this. */
export const removeDrafts = (prefix: string): void =>
  withStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(keyOf(prefix))) storage.removeItem(key)
  })

/** Storage is missing during prerendering, and a browser may block it or run out of space. The draft then stays in memory. */
function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}
