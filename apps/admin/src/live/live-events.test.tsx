import { getListSampleRequestsMockHandler, getListSampleTemplatesMockHandler } from '@app/api-client/mocks'
import { getGetLeadStatsQueryKey, getGetUnreadCountQueryKey, type LiveEvent } from '@app/api-client'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { lead, renderAdmin, signedIn, streams, useAdmin, withLeads, withStats } from '../../test/admin.tsx'
import { sampleRequest, template } from '../../test/records.ts'
import { forgetArrivals } from '../cache/arrivals.ts'

const { server, requested, left } = useAdmin()

afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'locks')
  forgetArrivals('leads')
  forgetArrivals('sample_requests')
})

const stream = () => {
  const [latest] = streams.slice(-1)
  if (!latest) throw new Error('no stream is open')
  return latest
}
const emit = (...events: Parameters<(typeof streams)[number]['emit']>) => act(() => stream().emit(...events))
const callsTo = (path: string) => requested.filter((one) => one === path).length
const listCalls = () => callsTo('/api/admin/leads')

describe('new leads', () => {
  test('are counted next to the title, and load on request together with the figures', async () => {
    server.use(signedIn, withStats, withLeads(lead()))
    renderAdmin('?chart=samples&page=2&cursor=abc')
    await screen.findByText('Dana Example')
    expect(streams.map(({ url }) => url)).toEqual(['/api/admin/events'])
    emit({ kind: 'ready' })
    expect(screen.queryByText(/ new/)).not.toBeInTheDocument()
    emit({ kind: 'leads', count: 2, ids: ['n-1', 'n-2'] })
    // A repeated id, and an id that is already in the list.
    emit({ kind: 'leads', count: 2, ids: ['n-2', 'lead-1'] })
    emit({ kind: 'leads', count: 1, ids: ['n-3'] })
    expect(screen.getByRole('button', { name: '3 new leads: show' })).toBeVisible()
    expect(listCalls()).toBe(1)

    server.use(withLeads(lead({ id: 'n-3', firstName: 'Nia' }), lead()))
    await userEvent.click(screen.getByRole('button', { name: '3 new leads: show' }))
    expect(await screen.findByText('Nia Example')).toBeVisible()
    expect(screen.queryByText(/ new/)).not.toBeInTheDocument()
    expect(window.location.search).toBe('?chart=samples')
    await waitFor(() => expect(callsTo('/api/admin/stats')).toBe(2))

    // A large batch names some of its leads.
    emit({ kind: 'leads', count: 1_250, ids: ['c-1', 'c-2'] })
    expect(screen.getByRole('button', { name: '1,250 new leads: show' })).toBeVisible()

    // The chart counts sample requests immediately.
    const before = callsTo('/api/admin/stats/daily')
    emit({ kind: 'sample_requests', count: 1, ids: ['s-1'] })
    await waitFor(() => expect(callsTo('/api/admin/stats/daily')).toBe(before + 1))
  })

  test('received while another screen is open are counted when this one reopens', async () => {
    server.use(
      signedIn,
      withStats,
      withLeads(lead()),
      getListSampleTemplatesMockHandler([]),
      getListSampleRequestsMockHandler([sampleRequest()]),
    )
    renderAdmin()
    await screen.findByText('Dana Example')
    await userEvent.click(screen.getByRole('link', { name: 'Sample Management' }))
    await userEvent.click(await screen.findByRole('tab', { name: 'Sample Requests' }))
    await screen.findByText('Marcus Example')
    emit({ kind: 'leads', count: 1, ids: ['w-1'] })
    emit({ kind: 'sample_requests', count: 1, ids: ['w-2'] })
    expect(screen.getByRole('button', { name: '1 new sample requests: show' })).toBeVisible()
    await userEvent.click(screen.getByRole('link', { name: 'Dashboard' }))
    expect(await screen.findByRole('button', { name: '1 new leads: show' })).toBeVisible()
    expect(streams).toHaveLength(1)
  })
})

test('a colleague’s change appears immediately, or on an unattended screen with the next key press or click', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  server.use(signedIn, withStats, withLeads(lead(), lead({ id: 'n-3', firstName: 'Nia' })))
  const { queryClient } = renderAdmin()
  await screen.findByText('Dana Example')
  emit({ kind: 'ready' })
  // A lead marked as spam leaves the list and the figures.
  server.use(withLeads(lead({ id: 'n-3', firstName: 'Nia' })))
  emit({ kind: 'ready', changed: 'leads', count: 1, ids: ['lead-1'] })
  await waitFor(() => expect(screen.queryByText('Dana Example')).not.toBeInTheDocument())
  expect(screen.getByText('Nia Example')).toBeVisible()
  await waitFor(() => expect(callsTo('/api/admin/stats')).toBe(2))

  vi.setSystemTime(vi.getRealSystemTime() + 121_000)
  const calls = listCalls()
  server.use(withLeads(lead({ id: 'n-3', firstName: 'Omar' })))
  emit({ kind: 'ready', changed: 'leads', count: 1, ids: ['n-3'] })
  // If the change caused a call, it would have started before this one ends.
  await act(() => queryClient.refetchQueries({ queryKey: getGetLeadStatsQueryKey() }))
  expect(listCalls()).toBe(calls)
  fireEvent.keyDown(document.body, { key: 'Shift' })
  expect(await screen.findByText('Omar Example')).toBeVisible()
})

test('a change during the first load appears, although that load started earlier', async () => {
  const first = Promise.withResolvers<void>()
  let loads = 0
  server.use(
    signedIn,
    http.get('*/api/admin/sample-templates', async () => {
      loads += 1
      if (loads > 1) return HttpResponse.json([template({ name: 'Autumn postcard' })])
      await first.promise
      return HttpResponse.json([template()])
    }),
  )
  renderAdmin('/samples')
  await waitFor(() => expect(loads).toBe(1))
  emit({ kind: 'ready' })
  emit({ kind: 'ready', changed: 'sample_templates', count: 1, ids: ['template-1'] })
  first.resolve()
  expect(await screen.findByText('Autumn postcard')).toBeVisible()
})

test('a write in this tab loads the list once, whether its own event comes before the response or after', async () => {
  const templateCalls = () => callsTo('/api/admin/sample-templates')
  const changed: Partial<LiveEvent> = { kind: 'ready', changed: 'sample_templates', count: 1, ids: ['template-1'] }
  server.use(
    signedIn,
    getListSampleTemplatesMockHandler([template(), template({ id: 'template-2', name: 'Fall postcard' })]),
    http.delete('*/api/admin/sample-templates/:id', async ({ params }) => {
      const requestId = `delete-${String(params['id'])}`
      if (requestId !== 'delete-template-2') {
        emit({ ...changed, requestId })
        // If the change caused a call, it would have started before this one ends.
        await queryClient.refetchQueries({ queryKey: getGetUnreadCountQueryKey() })
      }
      return new HttpResponse(null, { status: 204, headers: { 'X-Request-Id': requestId } })
    }),
  )
  const { queryClient } = renderAdmin('/samples')
  const remove = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `Delete ${name}` }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  }
  await screen.findByText('Fall postcard')
  emit({ kind: 'ready' })
  expect(templateCalls()).toBe(1)
  await remove('Spring postcard')
  await screen.findByText('Template deleted successfully')
  await waitFor(() => expect(templateCalls()).toBe(2))
  await remove('Fall postcard')
  await waitFor(() => expect(templateCalls()).toBe(3))
  emit({ ...changed, requestId: 'delete-template-2' })
  // The other tab's change loads after this tab's own, so its load shows that these caused none.
  server.use(getListSampleTemplatesMockHandler([template({ name: 'Autumn postcard' })]))
  emit({ ...changed, requestId: 'of-another-tab' })
  expect(await screen.findByText('Autumn postcard')).toBeVisible()
  expect(templateCalls()).toBe(4)
})

describe('the stream', () => {
  test('reconnects with growing pauses, shows an interruption, and stays closed after the session ends', async () => {
    server.use(signedIn, withStats, withLeads(lead()))
    renderAdmin()
    await screen.findByText('Dana Example')
    const notice = () => screen.queryByText(/^Live updates are interrupted/)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const fail = () => act(() => stream().fail())
    emit({ kind: 'ready', at: '2026-11-20T15:04:05.123Z' })
    fail()
    expect(streams).toEqual([])
    vi.advanceTimersByTime(1_000)
    expect(stream().url).toBe('/api/admin/events?since=2026-11-20T15%3A04%3A05.123Z')
    fail()
    vi.advanceTimersByTime(999)
    expect(streams).toEqual([])
    vi.advanceTimersByTime(1_001)
    expect(streams).toHaveLength(1)
    expect(notice()).not.toBeInTheDocument()
    fail()
    expect(notice()).toHaveTextContent('you may have the staff app open in too many windows')
    vi.advanceTimersByTime(60_000)
    emit({ kind: 'ready' })
    expect(notice()).not.toBeInTheDocument()
    vi.useRealTimers()
    await waitFor(() => expect(callsTo('/api/auth/user')).toBeGreaterThan(1))

    emit({ kind: 'signed_out' })
    expect(await screen.findByText('You are logged out. Logging in again...')).toBeVisible()
    expect(streams).toEqual([])
    await waitFor(() => expect(left).toEqual(['/api/login?return_to=%2Fadmin&reason=session_ended']))
  })

  describe('of another tab', () => {
    /** Messages from the tab that reads the stream. */
    function shareAs(event: Partial<LiveEvent> | boolean) {
      const channel = new BroadcastChannel('live-events')
      const data = typeof event === 'boolean' ? event : { count: 0, ids: [], at: '2026-11-20T15:04:05.123Z', ...event }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- BroadcastChannel has no target origin.
      channel.postMessage(data)
      channel.close()
    }

    /** Another tab holds the lock. Returns a function that releases it. */
    function holdLock() {
      let take: () => unknown = () => {}
      const request = async (_name: string, options: LockOptions, use: (lock: object | null) => unknown) => {
        if (options.ifAvailable) return use(null)
        take = () => use({})
        return new Promise(() => {})
      }
      Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
      return () => act(() => void take())
    }

    test('causes a reload on its first reconnect, and moves to this tab when that one closes', async () => {
      const handOver = holdLock()
      server.use(signedIn, withStats, withLeads(lead()))
      renderAdmin()
      await screen.findByText('Dana Example')
      const asks = () => callsTo('/api/auth/user')
      expect(asks()).toBe(1)
      // Changes may have been missed.
      shareAs({ kind: 'ready' })
      await waitFor(() => expect(asks()).toBe(2))
      expect(streams).toEqual([])
      shareAs(true)
      expect(await screen.findByText(/^Live updates are interrupted/)).toBeVisible()
      handOver()
      emit({ kind: 'ready' })
      expect(screen.queryByText(/^Live updates are interrupted/)).not.toBeInTheDocument()
    })
  })
})
