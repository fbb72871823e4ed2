/** The key that a visitor got at /print/sandbox, which keeps it in this browser. Empty when there is none. */
export function storedSandboxKey(): string {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem('sandbox-key') ?? 'null')
    const isKey = typeof stored === 'object' && stored !== null && 'key' in stored && typeof stored.key === 'string'
    return isKey ? String(stored.key) : ''
  } catch {
    // The browser refuses access, or an older page stored something else.
    return ''
  }
}
