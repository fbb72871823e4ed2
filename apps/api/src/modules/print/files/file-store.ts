import type { Readable } from 'node:stream'

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
