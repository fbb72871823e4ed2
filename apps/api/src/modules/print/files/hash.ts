const hashPattern = /^[0-9a-f]{64}$/

export const isHash = (text: string): boolean => hashPattern.test(text)

/** @throws {TypeError} for anything else than the hash of a file: no row of ours names it like that. */
export function checkHash(hash: string): string {
  if (!isHash(hash)) throw new TypeError('A file is named by its SHA-256')
  return hash
}
