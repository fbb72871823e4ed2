import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { base62, randomBase62 } from './base62.ts'

const checksum = (random: string) => base62(crc32(random))

/** Keys of one kind: a prefix that secret scanners recognize, 30 random characters, and their checksum. */
export function keyFormat(kind: `${string}_`) {
  const pattern = new RegExp(`^${kind}([0-9A-Za-z]{30})([0-9A-Za-z]{6})$`)
  return {
    newKey(): { key: string; prefix: string } {
      const random = randomBase62(30)
      const key = `${kind}${random}${checksum(random)}`
      return { key, prefix: key.slice(0, kind.length + 4) }
    },

    /** Rejects a malformed key without a database query. */
    canBeKey(text: string): boolean {
      const [, random, check] = pattern.exec(text) ?? []
      return random !== undefined && checksum(random) === check
    },
  }
}

/** The stored form of a key. A copy of the table contains no usable key, and 178 random bits need no slow hash. */
export const keyHash = (key: string): Buffer => createHash('sha256').update(key).digest()
