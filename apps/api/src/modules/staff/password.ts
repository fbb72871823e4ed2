import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { brand } from '@app/brand'
import { ProblemError } from '../../errors/errors.ts'
import type { HashJob } from './hash-thread.ts'
import { inTurn } from '../../jobs/in-turn.ts'

/** One hash at a time. When the queue is full, the caller must try again later. */
const hashing = inTurn({ atOnce: 1, waiting: 16 }, () => new PasswordsBusy())

/** Too many passwords are being hashed. */
export class PasswordsBusy extends ProblemError {
  static readonly retryAfterSeconds = 1

  constructor() {
    const { retryAfterSeconds } = PasswordsBusy
    super(503, 'busy', 'Too many people are signing in right now. Try again shortly.', { retryAfterSeconds })
  }
}

/**
 * Rejects a sign-in before it queries the database if its password could not be checked anyway.
 * @throws {PasswordsBusy}
 */
export function refuseWhenBusy(): void {
  if (hashing.isFull()) throw new PasswordsBusy()
}

let thread: Worker | undefined

/**
 * Hashes in a dedicated thread instead of Node's thread pool, which also reads the pages' files. The thread starts with
 * the first password.
 */
function hashThread(): Worker {
  if (thread) return thread
  // The bundle contains it as a separate file in the same folder.
  const program = import.meta.url.endsWith('.ts') ? './hash-thread.ts' : './hash-thread.mjs'
  const started = new Worker(new URL(program, import.meta.url))
  started.on('exit', () => (thread = undefined))
  thread = started
  return started
}

const answerTo = ({ password, ...job }: HashJob): Promise<unknown> =>
  hashing.run(async () => {
    const worker = hashThread()
    worker.ref()
    try {
      // Normalized, so that the same password typed on another keyboard has the same bytes.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
      worker.postMessage({ ...job, password: password.normalize('NFKC') } satisfies HashJob)
      const [answer] = await once(worker, 'message')
      return answer
    } finally {
      // Lets an otherwise idle process end.
      worker.unref()
    }
  })

/**
 * Hash in PHC form, with its own salt.
 * @throws {PasswordsBusy}
 */
export const hashPassword = async (password: string): Promise<string> => String(await answerTo({ password }))

/**
 * No password matches a text that is not a hash, such as one that an operator stored to lock an account.
 * @throws {PasswordsBusy}
 */
export const verifyPassword = async (hash: string, password: string): Promise<boolean> =>
  (await answerTo({ password, hash })) === true

let decoy: Promise<string> | undefined

/**
 * A hash to check when the account does not exist, so that both cases take the same time.
 * @throws {PasswordsBusy}
 */
export async function decoyHash(): Promise<string> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'))
  try {
    return await decoy
  } catch (error) {
    decoy = undefined
    throw error
  }
}

/** A random password. It is shown once and never stored. */
export const randomPassword = (): string => randomBytes(15).toString('base64url')

const tooCommon = ['password', '12345678', 'qwertyui', '11111111', 'letmein1', 'iloveyou', 'admin123']

/**
 * Why a password is rejected. Undefined when it is acceptable. Length counts more than complexity (NIST SP 800-63B).
 */
export function passwordProblem(password: string): string | undefined {
  if (password.length < 12) return 'must have at least 12 characters'
  if (Buffer.byteLength(password) > 1024) return 'must have at most 1,024 bytes'
  const lower = password.toLowerCase()
  if (new Set(lower).size < 5) return 'must not be a few repeated characters'
  if (tooCommon.some((common) => lower.startsWith(common)) || lower.includes(brand.productName.toLowerCase())) {
    return 'is too easy to guess'
  }
  return undefined
}

/** `passwordProblem()` as a sentence. */
export function chosenPasswordProblem(password: string): string | undefined {
  const problem = passwordProblem(password)
  return problem && `The password ${problem}.`
}
