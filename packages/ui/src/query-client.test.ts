// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { focusManager, MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { createQueryClient, type Request } from './query-client.ts'

class Failure extends Error {
  readonly status: number
  constructor(status: number) {
    super(`${status}: failed`)
    this.status = status
  }
}

type Answer = (url: string, init?: RequestInit) => Promise<unknown>

const answering = (body: unknown) => vi.fn<Answer>(async () => body)
const asRequest = (answer: Answer) => answer as Request

describe('createQueryClient', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  test('by default, loads a key with a GET of its parts joined by "/"', async () => {
    const request = answering([{ id: 1 }])
    const client = createQueryClient({ request: asRequest(request) })
    expect(await client.fetchQuery({ queryKey: ['/api/admin', 'leads'] })).toEqual([{ id: 1 }])
    expect(request).toHaveBeenCalledExactlyOnceWith('/api/admin/leads', { signal: expect.any(AbortSignal) })
  })

  test('requests once, and not again on focus, on reconnect, after an hour, or on remount', async () => {
    const request = answering([])
    const client = createQueryClient({ request: asRequest(request) })
    client.mount()
    const observer = new QueryObserver(client, { queryKey: ['/api/x'] })
    const leave = observer.subscribe(() => {})
    await vi.advanceTimersByTimeAsync(0)
    focusManager.setFocused(false)
    focusManager.setFocused(true)
    onlineManager.setOnline(false)
    onlineManager.setOnline(true)
    // Both are handled in a later turn, and only while someone observes the query.
    await vi.advanceTimersByTimeAsync(0)
    leave()
    await vi.advanceTimersByTimeAsync(3_600_000)
    observer.subscribe(() => {})
    await vi.advanceTimersByTimeAsync(0)
    expect(request).toHaveBeenCalledTimes(1)
    client.unmount()
  })

  test('a failure is not retried', async () => {
    const request = vi.fn<Answer>(async () => Promise.reject(new Failure(500)))
    const client = createQueryClient({ request: asRequest(request) })
    await expect(client.fetchQuery({ queryKey: ['/api/x'] })).rejects.toThrow('500: failed')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(request).toHaveBeenCalledTimes(1)
  })

  test('a failed query is retried once the connection is back', { tags: ['S04'] }, async () => {
    const request = vi.fn<Answer>(async () => []).mockRejectedValueOnce(new TypeError('offline'))
    const client = createQueryClient({ request: asRequest(request) })
    client.mount()
    const observer = new QueryObserver(client, { queryKey: ['/api/x'] })
    observer.subscribe(() => {})
    await vi.advanceTimersByTimeAsync(0)
    expect(observer.getCurrentResult().status).toBe('error')
    onlineManager.setOnline(false)
    onlineManager.setOnline(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(observer.getCurrentResult().data).toEqual([])
    expect(request).toHaveBeenCalledTimes(2)
    client.unmount()
  })

  test('a 401 is an error and is reported, from queries and from mutations', async () => {
    const onUnauthorized = vi.fn<(error: Error) => void>()
    const client = createQueryClient({ onUnauthorized })
    const fail = (status: number) => async () => Promise.reject(new Failure(status))
    await expect(client.fetchQuery({ queryKey: ['a'], queryFn: fail(401) })).rejects.toThrow('401')
    await expect(client.fetchQuery({ queryKey: ['b'], queryFn: fail(500) })).rejects.toThrow('500')
    expect(onUnauthorized).toHaveBeenCalledTimes(1)
    await expect(new MutationObserver(client, { mutationFn: fail(401) }).mutate()).rejects.toThrow('401')
    expect(onUnauthorized).toHaveBeenCalledTimes(2)
  })
})
