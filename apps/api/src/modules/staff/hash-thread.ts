import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import { codeOf } from '../../errors/errors.ts'

// The thread program that `password.ts` starts. It answers one message before it reads the next.

/** With a hash, checks the password against it. Without one, creates a hash. */
export interface HashJob {
  password: string
  hash?: string
}

// OWASP's minimum for argon2id.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The library's code for a hash that is not in PHC form. */
const unreadableHash = 'InvalidArg'

function fits(hash: string, password: string): boolean {
  try {
    return verifySync(hash, password)
  } catch (error) {
    if (codeOf(error) === unreadableHash) return false
    throw error
  }
}

// Below normal, so that a busy machine does everything else first. Only Linux supports thread priorities.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
parentPort?.on('message', ({ password, hash }: HashJob) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
  parentPort?.postMessage(hash === undefined ? hashSync(password, parameters) : fits(hash, password))
})
