import { randomInt } from 'node:crypto'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random letters and digits, 5.95 bits each. */
export const randomBase62 = (length: number): string =>
  Array.from({ length }, () => digits.charAt(randomInt(digits.length))).join('')

/** Encodes a 32-bit number, always as six characters. */
export function base62(number: number): string {
  let text = ''
  for (let rest = number; text.length < 6; rest = Math.floor(rest / digits.length)) {
    text = digits.charAt(rest % digits.length) + text
  }
  return text
}

/** 119 random bits, so an id cannot be guessed. */
export const newId = (kind: 'proof' | 'tmpl' | 'asset' | 'piece' | 'track'): string => `${kind}_${randomBase62(20)}`
