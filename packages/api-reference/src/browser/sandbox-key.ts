/** The key that /print/sandbox issued to the visitor and stored in this browser. Empty if it is missing or expired. */
export function storedSandboxKey(): string {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem('sandbox-key') ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('key' in stored) || !('expiresAt' in stored)) return ''
    return new Date(String(stored.expiresAt)) > new Date() ? String(stored.key) : ''
  } catch {
    // The browser blocks access, or an older page stored something else.
    return ''
  }
}
