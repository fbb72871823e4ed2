/** A failed call. The message is "STATUS: body text", or "STATUS: status text" when the body is empty. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The body as text: a problem document (RFC 9457) when the API itself answered. */
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
  baseUrl = url.replace(/\/+$/, '')
}

/** The address of a path of the API. */
export const apiUrl = (path: string): string => baseUrl + path

/** A write times out so that its form can say so. The Idempotency-Key makes a second attempt safe. */
const writeTimeoutMs = 15_000

/** Every generated call goes through here. A 2xx is returned whole; anything else is thrown as an ApiError. */
export async function request<T>(url: string, init?: RequestInit): Promise<T> {
  const isWrite = (init?.method ?? 'GET') !== 'GET'
  const signal = init?.signal ?? (isWrite ? AbortSignal.timeout(writeTimeoutMs) : null)
  const response = await fetch(apiUrl(url), { ...init, signal, credentials: 'include' })
  const text = await response.text()
  if (!response.ok) throw new ApiError(response.status, text, response.statusText)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The generated types describe the answer.
  return { data: parse(text), status: response.status, headers: response.headers } as T
}

const parse = (text: string): unknown => (text ? JSON.parse(text) : undefined)

/** Read by Orval: the error type of every generated hook. */
export type ErrorType<_Body> = ApiError
