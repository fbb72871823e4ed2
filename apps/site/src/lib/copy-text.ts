/** @returns whether it was copied. A browser may refuse, and has no clipboard for a page that came without TLS. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
