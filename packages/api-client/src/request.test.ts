import { afterEach, describe, expect, test, vi } from 'vitest'
import { ownWriteAt } from './own-writes.ts'
import { problemOf } from './problem.ts'
import { ApiError, request, setApiBaseUrl } from './request.ts'

const answer = (status: number, body: string | null, statusText = '') =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(body, { status, statusText }))

afterEach(() => {
  vi.restoreAllMocks()
  setApiBaseUrl('')
})

describe('request', () => {
  test('sends cookies and keeps the headers it was given', async () => {
    const fetch = answer(200, '[]')
    await request('/api/admin/leads', { headers: { 'X-Test': '1' } })
    expect(fetch).toHaveBeenCalledWith(
      '/api/admin/leads',
      expect.objectContaining({ credentials: 'include', headers: { 'X-Test': '1' } }),
    )
  })

  test('returns status, headers and the parsed body', async () => {
    answer(200, '{"a":1}')
    const result = await request<{ data: unknown; status: number; headers: Headers }>('/x')
    expect(result).toMatchObject({ data: { a: 1 }, status: 200 })
    expect(result.headers).toBeInstanceOf(Headers)
  })

  test('a file is returned as bytes', async () => {
    const file = new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } })
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(file)
    const { data } = await request<{ data: Blob }>('/x')
    expect(await data.text()).toBe('%PDF-1.7')
  })

  test('a write counts as complete once its response has been read', async () => {
    const body = Promise.withResolvers<ReadableStreamDefaultController>()
    const stream = new ReadableStream({ start: body.resolve })
    const response = new Response(stream, { headers: { 'X-Request-Id': 'own' } })
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(response)
    const write = request('/x', { method: 'POST' })
    let answeredAt: number | undefined
    const noted = ownWriteAt('own').then((at) => (answeredAt = at))
    // Enough turns of the event loop for the headers only.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    expect(answeredAt).toBeUndefined()
    const controller = await body.promise
    controller.close()
    await Promise.all([write, noted])
    expect(answeredAt).toEqual(expect.any(Number))
  })

  test('an empty 204 has no data', async () => {
    answer(204, null)
    expect(await request('/x', { method: 'DELETE' })).toMatchObject({ data: undefined, status: 204 })
  })

  test('a failure is "status: body"', async () => {
    answer(500, 'boom')
    await expect(request('/x')).rejects.toThrow(new ApiError(500, 'boom', ''))
    await expect(request('/x')).rejects.toThrow('500: boom')
  })

  test('a failure without a body is "status: status text"', async () => {
    answer(404, null, 'Not Found')
    await expect(request('/x')).rejects.toThrow('404: Not Found')
  })

  test.each([
    ['a write', 'POST', 15_000],
    ['a read', 'GET', 12_000],
  ])(
    '%s is aborted if the server does not respond, or if its caller aborts it',
    { tags: ['S04'] },
    async (_name, method, limitMs) => {
      const timeLimit = new AbortController()
      const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeLimit.signal)
      const fetch = answer(200, '{}')
      const signals = () => fetch.mock.calls.map(([, init]) => init?.signal?.aborted)
      const caller = new AbortController()
      await request('/x', { method })
      await request('/x', { method, signal: caller.signal })
      expect(timeout.mock.calls).toEqual([[limitMs], [limitMs]])
      caller.abort()
      expect(signals()).toEqual([false, true])
      timeLimit.abort()
      expect(signals()).toEqual([true, true])
    },
  )

  test('a call can have a longer timeout', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    const fetch = answer(200, '{}')
    await request('/x', { method: 'POST', timeoutMs: 40_000 })
    expect(timeout.mock.calls).toEqual([[40_000]])
    expect(fetch.mock.calls[0]?.[1]).not.toHaveProperty('timeoutMs')
  })

  test.each([
    [200, 'OK'],
    [201, '<html>'],
  ])('a %i with the body %s succeeds only for a caller that reads just the status', async (status, body) => {
    answer(status, body)
    expect(await request('/x', { method: 'POST', readsOnlyStatus: true })).toMatchObject({ status, data: undefined })
    await expect(request('/x')).rejects.toThrow(new ApiError(status, '', 'The answer is not JSON'))
  })

  test('a success with a truncated body succeeds only for a caller that reads just the status', async () => {
    const broken = () =>
      new ReadableStream({
        pull(controller) {
          controller.error(new TypeError('the connection broke'))
        },
      })
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(broken(), { status: 201 }))
    expect(await request('/x', { method: 'POST', readsOnlyStatus: true })).toMatchObject({ status: 201 })
    await expect(request('/x', { method: 'POST' })).rejects.toThrow('the connection broke')
  })

  test('a redirect is a failure, not the response of its target', async () => {
    const fetch = answer(200, '{}')
    await request('/x')
    expect(fetch.mock.calls[0]?.[1]?.redirect).toBe('error')
  })

  test('a request is sent to the configured API', async () => {
    const fetch = answer(200, '{}')
    setApiBaseUrl('https://api.example.com/')
    await request('/api/leads')
    expect(fetch.mock.calls[0]?.[0]).toBe('https://api.example.com/api/leads')
  })
})

describe('problemOf', () => {
  test('reads the problem of a failed call', () => {
    const body = JSON.stringify({ type: 'about:blank', title: 'x', status: 400, code: 'invalid_input', requestId: 'r' })
    expect(problemOf(new ApiError(400, body, ''))?.code).toBe('invalid_input')
  })

  test('ignores the page of a proxy, or another error, as it is not a problem document', () => {
    expect(problemOf(new ApiError(502, '<html>', ''))).toBeUndefined()
    expect(problemOf(new ApiError(502, '{"error":1}', ''))).toBeUndefined()
    expect(problemOf(new TypeError('offline'))).toBeUndefined()
  })
})
