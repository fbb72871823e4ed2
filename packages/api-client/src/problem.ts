import type { Problem } from './generated/index.ts'
import { ApiError } from './request.ts'

/** The problem document of a failed call. Undefined if a proxy responded, or no response arrived. */
export function problemOf(error: unknown): Problem | undefined {
  if (!(error instanceof ApiError)) return undefined
  try {
    const body: unknown = JSON.parse(error.body)
    // Only our API sends a member `code`, which sets its problem documents apart from a proxy's JSON.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the line above says
    return typeof body === 'object' && body !== null && 'code' in body ? (body as Problem) : undefined
  } catch {
    return undefined
  }
}

/** The server's errors for the request body, by field name. `/scopes/0` belongs to `scopes`. */
export function fieldErrors(error: unknown): Record<string, string> {
  const named = (problemOf(error)?.errors ?? [])
    .filter((fault) => fault.in === 'body')
    .map(({ pointer, detail }) => [pointer.split('/')[1] ?? '', sentence(detail)])
  return Object.fromEntries(named.filter(([name]) => name))
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
