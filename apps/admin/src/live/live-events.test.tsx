import { getListSampleRequestsMockHandler, getListSampleTemplatesMockHandler } from '@app/api-client/mocks'
import { getGetLeadStatsQueryKey, type LiveEvent } from '@app/api-client'
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
  test('are counted next to the title, and load on request with the figures', async () => {
    server.use(signedIn, withStats, withLeads(lead()))
    renderAdmin('?page=2&cursor=abc')
    await screen.findByText('Dana Example')
    expect(streams.map(({ url }) => url)).toEqual(['/api/admin/events'])
    emit({ kind: 'ready' })
    expect(screen.queryByRole('button', { name: / new/ })).not.toBeInTheDocument()
    emit({ kind: 'leads', count: 2, ids: ['n-1', 'n-2'] })
    // A repeated id, and one that is already in the list.
    emit({ kind: 'leads', count: 2, ids: ['n-2', 'lead-1'] })
    emit({ kind: 'leads', count: 1, ids: ['n-3'] })
    expect(screen.getByRole('button', { name: '3 new leads: show' })).toBeVisible()
    expect(listCalls()).toBe(1)

    server.use(withLeads(lead({ id: 'n-3', firstName: 'Nia' }), lead()))
    await userEvent.click(screen.getByRole('button', { name: '3 new leads: show' }))
    expect(await screen.findByText('Nia Example')).toBeVisible()
    expect(screen.queryByRole('button', { name: / new/ })).not.toBeInTheDocument()
    expect(window.location.search).toBe('')
    await waitFor(() => expect(callsTo('/api/admin/stats')).toBe(2))
  })

  test('leave requests for samples to the chart, which counts them at once', async () => {
    server.use(signedIn, withStats, withLeads(lead()))
    renderAdmin('?chart=samples')
    await screen.findByText('Dana Example')
    await waitFor(() => expect(callsTo('/api/admin/stats/daily')).toBe(1))
    emit({ kind: 'sample_requests', count: 1, ids: ['s-1'] })
    await waitFor(() => expect(callsTo('/api/admin/stats/daily')).toBe(2))
  })

  test('in a large batch are counted by the number in the event', async () => {
    server.use(signedIn, withStats, withLeads(lead()))
    renderAdmin()
    await screen.findByText('Dana Example')
    emit({ kind: 'leads', count: 1_250, ids: ['c-1', 'c-2'] })
    expect(screen.getByRole('button', { name: '1,250 new leads: show' })).toBeVisible()
  })

  test('while another screen is open are counted when this one is opened again', async () => {
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

test('a lead that a colleague marks as spam leaves the list and the figures', async () => {
  server.use(signedIn, withStats, withLeads(lead(), lead({ id: 'n-3', firstName: 'Nia' })))
  renderAdmin()
  await screen.findByText('Dana Example')
  emit({ kind: 'ready' })
  server.use(withLeads(lead({ id: 'n-3', firstName: 'Nia' })))
  emit({ kind: 'ready', changed: 'leads', count: 1, ids: ['lead-1'] })
  await waitFor(() => expect(screen.queryByText('Dana Example')).not.toBeInTheDocument())
  expect(screen.getByText('Nia Example')).toBeVisible()
  await waitFor(() => expect(callsTo('/api/admin/stats')).toBe(2))
})

test('an unattended screen makes no call, and loads what changed with the next key or click', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  server.use(signedIn, withStats, withLeads(lead()))
  const { queryClient } = renderAdmin()
  await screen.findByText('Dana Example')
  emit({ kind: 'ready' })
  vi.setSystemTime(vi.getRealSystemTime() + 121_000)
  server.use(withLeads(lead({ firstName: 'Nia' })))
  emit({ kind: 'ready', changed: 'leads', count: 1, ids: ['lead-1'] })
  // By the end of another call, a call for the change would have begun.
  await act(() => queryClient.refetchQueries({ queryKey: getGetLeadStatsQueryKey() }))
  expect(listCalls()).toBe(1)
  fireEvent.keyDown(document.body, { key: 'Shift' })
  expect(await screen.findByText('Nia Example')).toBeVisible()
})

test('a change during the first load is shown, although that load began before it', async () => {
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

describe('a write of this tab', () => {
  const templateCalls = () => callsTo('/api/admin/sample-templates')
  const changed: Partial<LiveEvent> = { kind: 'ready', changed: 'sample_templates', count: 1, ids: ['template-1'] }

  /** Deletes the only template, whose response has this request id. */
  async function deleteTemplate(requestId: string, whileInFlight = () => {}) {
    server.use(
      signedIn,
      getListSampleTemplatesMockHandler([template()]),
      http.delete('*/api/admin/sample-templates/:id', async () => {
        whileInFlight()
        return new HttpResponse(null, { status: 204, headers: { 'X-Request-Id': requestId } })
      }),
    )
    renderAdmin('/samples')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Spring postcard' }))
    emit({ kind: 'ready' })
    expect(templateCalls()).toBe(1)
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    await screen.findByText('Template deleted successfully')
  }

  test.each(['after', 'before'])('loads the list once, although its own event comes %s the response', async (order) => {
    await deleteTemplate('own-1', () => order === 'before' && emit({ ...changed, requestId: 'own-1' }))
    if (order === 'after') emit({ ...changed, requestId: 'own-1' })
    // Another tab's change is loaded after the own one, so its load shows that the own one caused none.
    emit({ ...changed, requestId: 'of-another-tab' })
    await waitFor(() => expect(templateCalls()).toBe(3))
    emit({ ...changed, requestId: 'of-another-tab' })
    await waitFor(() => expect(templateCalls()).toBe(4))
  })
})

describe('the stream', () => {
  test('is not opened before someone is signed in', async () => {
    server.use(http.get('*/api/auth/user', () => new HttpResponse(null, { status: 401 })))
    renderAdmin()
    await screen.findByText('You are logged out. Logging in again...')
    expect(streams).toEqual([])
  })

  test('reconnects after a growing pause, from the last event it received', async () => {
    server.use(signedIn, withStats, withLeads(lead()))
    renderAdmin()
    await screen.findByText('Dana Example')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    emit({ kind: 'ready', at: '2026-11-20T15:04:05.123Z' })
    stream().fail()
    expect(streams).toEqual([])
    vi.advanceTimersByTime(1_000)
    expect(stream().url).toBe('/api/admin/events?since=2026-11-20T15%3A04%3A05.123Z')
    stream().fail()
    vi.advanceTimersByTime(999)
    expect(streams).toEqual([])
    vi.advanceTimersByTime(1_001)
    expect(streams).toHaveLength(1)
  })

  test('shows an interruption, checks the session, and hides the notice once it reconnects', async () => {
    server.use(signedIn, withStats, withLeads(lead()))
    renderAdmin()
    await screen.findByText('Dana Example')
    const notice = () => screen.queryByText(/^Live updates are interrupted/)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    emit({ kind: 'ready' })
    for (const attempt of [1, 2, 3]) {
      expect(notice()).not.toBeInTheDocument()
      act(() => stream().fail())
      if (attempt < 3) vi.advanceTimersByTime(60_000)
    }
    expect(notice()).toHaveTextContent('you may have the staff app open in too many windows')
    vi.advanceTimersByTime(60_000)
    emit({ kind: 'ready' })
    expect(notice()).not.toBeInTheDocument()
    vi.useRealTimers()
    await waitFor(() => expect(callsTo('/api/auth/user')).toBeGreaterThan(1))
  })

  describe('of another tab', () => {
    /** Messages from the tab that reads the stream. */
    function shareAs(event: Partial<LiveEvent> | boolean) {
      const channel = new BroadcastChannel('live-events')
      const data = typeof event === 'boolean' ? event : { count: 0, ids: [], at: '2026-11-20T15:04:05.123Z', ...event }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A BroadcastChannel takes none.
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

    test('causes a reload when it first reconnects, because changes may have been missed', async () => {
      holdLock()
      server.use(signedIn, withStats, withLeads(lead()))
      renderAdmin()
      await screen.findByText('Dana Example')
      const asks = () => callsTo('/api/auth/user')
      expect(asks()).toBe(1)
      shareAs({ kind: 'ready' })
      await waitFor(() => expect(asks()).toBe(2))
      expect(streams).toEqual([])
    })

    test('is taken over once that tab is closed, which ends the interruption', async () => {
      const handOver = holdLock()
      server.use(signedIn, withStats, withLeads(lead()))
      renderAdmin()
      await screen.findByText('Dana Example')
      shareAs(true)
      expect(await screen.findByText(/^Live updates are interrupted/)).toBeVisible()
      handOver()
      emit({ kind: 'ready' })
      expect(screen.queryByText(/^Live updates are interrupted/)).not.toBeInTheDocument()
    })
  })

  test('reports the end of the session, and is not opened again', async () => {
    server.use(signedIn, withStats, withLeads(lead()))
    renderAdmin()
    await screen.findByText('Dana Example')
    emit({ kind: 'signed_out' })
    expect(await screen.findByText('You are logged out. Logging in again...')).toBeVisible()
    expect(streams).toEqual([])
    await waitFor(() => expect(left).toEqual(['/api/login?return_to=%2Fadmin&reason=session_ended']))
  })
})
