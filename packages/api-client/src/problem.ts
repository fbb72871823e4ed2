import type { Problem } from './generated/index.ts'
import { ApiError } from './request.ts'

/** The problem document of a failed call, or undefined when something else answered (a proxy, or nobody). */
export function problemOf(error: unknown): Problem | undefined {
  if (!(error instanceof ApiError)) return undefined
  try {
    const body: unknown = JSON.parse(error.body)
    // Our API alone sends a member `code`; a proxy's JSON is not taken for a problem.
    return typeof body === 'object' && body !== null && 'code' in body ? (body as Problem) : undefined
  } catch {
    return undefined
  }
}
