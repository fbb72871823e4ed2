import { randomBase62 } from '../keys/base62.ts'

/** 119 random bits, so an id cannot be guessed. */
export const newId = (kind: 'proof' | 'tmpl' | 'asset' | 'piece' | 'track'): string => `${kind}_${randomBase62(20)}`
