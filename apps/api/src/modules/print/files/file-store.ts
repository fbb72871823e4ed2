import type { Readable } from 'node:stream'
import { createHash } from 'node:crypto'

/** Files by the SHA-256 of their bytes, in hex. The same bytes are stored once, and a file never changes. */
export interface FileStore {
  /** Stores bytes, or those of a file on disk, whole or not at all, and returns their hash. */
  put(content: Uint8Array | Blob): Promise<string>
  has(hash: string): Promise<boolean>
  /** The bytes as they are read. Undefined when nothing is stored under this hash. */
  read(hash: string): Promise<Readable | undefined>
  /** Removes a file, which need not be there. */
  remove(hash: string): Promise<void>
  /** Hashes of the files that were stored before this time, in no order: housekeeping removes those that no row names. */
  storedBefore(time: Date): AsyncIterable<string>
}

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
