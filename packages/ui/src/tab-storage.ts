/** Storage is missing during prerendering, and a browser may block it or run out of space. Typed text then stays in its form. */
export function withTabStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}

/** Undefined if nothing is stored. The content is not trusted: an older build may have stored another shape. */
export function readStored(key: string): object | undefined {
  const stored: unknown = withTabStorage((storage) => JSON.parse(storage.getItem(key) ?? 'null'))
  return typeof stored === 'object' && stored ? stored : undefined
}

/** Stores the value in this tab, where it survives a reload. */
export const store = (key: string, value: object): void =>
  withTabStorage((storage) => storage.setItem(key, JSON.stringify(value)))

export const storedKeys = (): string[] => withTabStorage(Object.keys) ?? []

export const dropStored = (isDropped: (key: string) => boolean): void =>
  withTabStorage((storage) => {
    for (const key of Object.keys(storage)) if (isDropped(key)) storage.removeItem(key)
  })
