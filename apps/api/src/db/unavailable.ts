import { connectionMessage } from '../errors/loggable.ts'

/** System errors and SQLSTATE codes for temporary conditions. */
const passingCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  '08000',
  '08001',
  '08003',
  '08006',
  '25006', // read-only, as during a failover
  '40001', // serialization failure
  '40P01', // deadlock
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '57014', // statement timeout
  '57P01', // admin shutdown
  '57P02',
  '57P03', // starting up
])

/** True when the error, or one that it wraps, means that the database is temporarily unavailable. */
export function isUnavailable(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ('code' in at && typeof at.code === 'string' && passingCodes.has(at.code)) return true
    // The socket of a local server does not exist while the server is down.
    if ('code' in at && at.code === 'ENOENT' && 'syscall' in at && at.syscall === 'connect') return true
    const { message } = at
    if (connectionMessage(message)) return true
    if (at instanceof AggregateError && at.errors.some(isUnavailable)) return true
  }
  return false
}
