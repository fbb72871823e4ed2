import { randomBase62 } from '../keys/base62.ts'

/** An id that nobody guesses: 119 bits. */
export const newId = (kind: 'proof' | 'tmpl' | 'asset' | 'piece' | 'track'): string => `${kind}_${randomBase62(20)}`
