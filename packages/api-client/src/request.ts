import { noteWrite } from './own-writes.ts'

/** A failed call. The message is "STATUS: body text", or "STATUS: status text" when the body is empty. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The body as text: a problem document (RFC 9457) when the API itself responded. */
  readonly body: string

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`)
    this.status = status
    this.body = body
  }
}

let baseUrl = ''

/** Origin of the API without a trailing slash. Empty, the default, means the page's own origin. */
export const setApiBaseUrl = (url: string): void => {
  baseUrl = url.replace(/(?<!\/)\/+$/, '')
}

/** The URL of an API path. */
export const apiUrl = (path: string): string => baseUrl + path

/** A write times out so that its form can show an error. The Idempotency-Key makes a second attempt safe. */
const writeTimeoutMs = 15_000

/** Shorter than for a write, so that a screen shows an error within 15 s even on a slow machine. */
const readTimeoutMs = 12_000

export interface CallOptions extends RequestInit {
  /**
   * Success depends on the status alone, and the body of a success is discarded. For forms: an intermediate proxy may
   * truncate or replace the body, and a visitor whose record is stored must not have to send it again.
   */
  readsOnlyStatus?: boolean
  /** For a call that takes longer, such as sending a file over a slow connection. */
  timeoutMs?: number
}

/** Sends every generated call. Returns a 2xx response whole, and throws an ApiError for any other status. */
export async function request<T>(
  url: string,
  { readsOnlyStatus = false, timeoutMs, ...init }: CallOptions = {},
): Promise<T> {
  const isRead = (init.method ?? 'GET') === 'GET'
  const timeout = AbortSignal.timeout(timeoutMs ?? (isRead ? readTimeoutMs : writeTimeoutMs))
  const call = async () => {
    const response = await fetch(apiUrl(url), {
      ...init,
      signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout,
      credentials: 'include',
      // The API never redirects a call. A network's sign-in page does, and its 200 is not a response to the call.
      redirect: 'error',
    })
    if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText)
    const data = readsOnlyStatus ? discard(response) : await dataOf(response)
    return { data, status: response.status, headers: response.headers }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The generated types describe the answer.
  return (await (isRead ? call() : noteWrite(call()))) as T
}

/** Reads the body to its end, which frees the connection, without waiting for it. */
const discard = (response: Response): void => void response.text().catch(() => {})

/** Responses that are files: print files and images of them. */
const fileTypes = /^(application\/pdf|image\/png)\b/

/** @throws {ApiError} when the body is not JSON, because a proxy sent a page in place of the response */
async function dataOf(response: Response): Promise<unknown> {
  if (fileTypes.test(response.headers.get('content-type') ?? '')) return response.blob()
  const text = await response.text()
  try {
    return text ? JSON.parse(text) : undefined
  } catch {
    throw new ApiError(response.status, '', 'The answer is not JSON')
  }
}

/** Read by Orval: the error type of every generated hook. */
export type ErrorType<_Body> = ApiError
