import { createHash } from 'node:crypto'

const hashPattern = /^[0-9a-f]{64}$/

export const isHash = (text: string): boolean => hashPattern.test(text)

/** @throws {TypeError} for anything else than the hash of a file: no row of ours names it like that. */
export function checkHash(hash: string): string {
  if (!isHash(hash)) throw new TypeError('A file is named by its SHA-256')
  return hash
}

/** The SHA-256 of bytes, or of those of a file, which is read in parts. */
export async function hashOf(content: Uint8Array | Blob | AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  if (content instanceof Uint8Array) hash.update(content)
  else for await (const part of content instanceof Blob ? content.stream() : content) hash.update(part)
  return hash.digest('hex')
}
