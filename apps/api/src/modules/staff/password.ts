import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { codeOf, ProblemError } from '../../errors.ts'
import { inTurn } from './in-turn.ts'

// OWASP's minimum for argon2id.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashes are computed on the four threads of Node's pool, which also read files and look up addresses: two threads stay
 * free for those, and one processor for everybody else. Whoever finds the queue full is asked to come back.
 */
const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1))
const hashing = inTurn({ atOnce, waiting: 16 }, () => new PasswordsBusy())

/** Too many passwords are being hashed. */
export class PasswordsBusy extends ProblemError {
  static readonly retryAfterSeconds = 1

  constructor() {
    const { retryAfterSeconds } = PasswordsBusy
    super(503, 'busy', 'Too many people are signing in at the moment. Try again shortly.', { retryAfterSeconds })
  }
}

/**
 * Spares a sign-in the questions to the database whose password could not be checked anyway.
 * @throws {PasswordsBusy}
 */
export function refuseWhenBusy(): void {
  if (hashing.isFull()) throw new PasswordsBusy()
}

/** The same password typed on another keyboard has the same bytes. */
const normalized = (password: string): string => password.normalize('NFKC')

/**
 * Hash in PHC form, with a salt of its own.
 * @throws {PasswordsBusy}
 */
export const hashPassword = (password: string): Promise<string> =>
  hashing.run(() => hash(normalized(password), parameters))

/** The library's code for a hash that is not in PHC form. */
const unreadableHash = 'InvalidArg'

/**
 * No password fits a text that is not a hash, like the one an operator stored to lock an account.
 * @throws {PasswordsBusy}
 */
export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  try {
    return await hashing.run(() => verify(passwordHash, normalized(password)))
  } catch (error) {
    if (codeOf(error) === unreadableHash) return false
    throw error
  }
}

let decoy: Promise<string> | undefined

/** A hash to check when the account does not exist, so that both cases take the same time. */
export const decoyHash = (): Promise<string> => (decoy ??= hash(randomBytes(16).toString('hex'), parameters))

/** A random password that nobody can guess. It is shown once and stored nowhere. */
export const madeUpPassword = (): string => randomBytes(15).toString('base64url')

const tooCommon = ['password', '12345678', 'qwertyui', '11111111', 'letmein1', 'iloveyou', 'admin123']

/** Why a password is refused. Undefined when it is good enough: length counts more than complexity (NIST SP 800-63B). */
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
