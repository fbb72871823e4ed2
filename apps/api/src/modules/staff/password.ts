import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

// OWASP's least for argon2id. Node computes it on its four pool threads, so at most four run at once.
const parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const phcForm = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/

const argon2id = promisify(argon2)
const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
const bytesOf = (password: string) => Buffer.from(password.normalize('NFKC'))

/** Hash in PHC form, with a salt of its own. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await argon2id('argon2id', { message: bytesOf(password), nonce, ...parameters })
  const { memory, passes, parallelism } = parameters
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(Buffer.from(tag))}`
}

export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] = phcForm.exec(hash) ?? []
  if (!nonce || !tag) return false
  const expected = Buffer.from(tag, 'base64')
  const computed = await argon2id('argon2id', {
    message: bytesOf(password),
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  })
  return timingSafeEqual(Buffer.from(computed), expected)
}

let decoy: Promise<string> | undefined

/** A hash to check when the account does not exist, so that both answers take the same time. */
export const decoyHash = (): Promise<string> => (decoy ??= hashPassword(randomBytes(16).toString('hex')))

/** Long enough that nobody guesses it; it is shown once and stored nowhere. */
export const madeUpPassword = (): string => randomBytes(15).toString('base64url')

const tooCommon = ['password', '12345678', 'qwertyui', '11111111', 'letmein1', 'iloveyou', 'admin123']

/** Why a password is refused, or undefined when it is good. Long beats complicated (NIST SP 800-63B). */
export function passwordProblem(password: string, productName: string): string | undefined {
  if (password.length < 12) return 'must have at least 12 characters'
  if (Buffer.byteLength(password) > 1024) return 'must have at most 1,024 bytes'
  const lower = password.toLowerCase()
  if (new Set(lower).size < 5) return 'must not repeat a few characters'
  if (tooCommon.some((common) => lower.startsWith(common)) || lower.includes(productName.toLowerCase())) {
    return 'is too easy to guess'
  }
  return undefined
}
