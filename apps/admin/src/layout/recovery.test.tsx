import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { lead, renderAdmin, signedIn, unreachable, useAdmin, withLeads, withStats } from '../../test/admin.tsx'

const { server, requested } = useAdmin()

afterEach(() => {
  vi.useRealTimers()
})

const asksOf = (path: string) => requested.filter((one) => one === path).length
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function goOnline(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
}

test(
  'retries failed reads with growing pauses, one at a time, and recovers when the API is back',
  { tags: ['S03'] },
  async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    server.use(signedIn, unreachable('/api/admin/stats'), unreachable('/api/admin/leads'))
    renderAdmin()
    await screen.findByText('Leads could not be loaded')
    await screen.findByText('Statistics could not be loaded')
    const both = () => asksOf('/api/admin/stats') + asksOf('/api/admin/leads')
    expect(both()).toBe(2)
    await later(2_000)
    await vi.waitFor(() => expect(both()).toBe(3), 10_000)
    await later(2_000)
    expect(both()).toBe(3)
    server.use(withStats, withLeads(lead()))
    await later(2_000)
    expect(await screen.findByText('Dana Example')).toBeVisible()
    expect(await screen.findByText('37.5%')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  },
)

test(
  'shows that the browser is offline, and reloads failed reads when it is back online',
  { tags: ['S03'] },
  async () => {
    server.use(signedIn, withStats, unreachable('/api/admin/leads'))
    renderAdmin()
    await screen.findByText('Leads could not be loaded')
    goOnline(false)
    expect(screen.getByText(/^You are offline/)).toBeVisible()
    server.use(withLeads(lead()))
    goOnline(true)
    expect(await screen.findByText('Dana Example')).toBeVisible()
    expect(screen.queryByText(/^You are offline/)).not.toBeInTheDocument()
  },
)

test.each([
  ['/api/admin/stats', 'Dana Example'],
  ['/api/admin/leads', '37.5%'],
])('%s keeps failing without stopping the others from recovering', async (broken, recovered) => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  server.use(signedIn, unreachable('/api/admin/stats'), unreachable('/api/admin/leads'))
  renderAdmin()
  await screen.findByText('Leads could not be loaded')
  await screen.findByText('Statistics could not be loaded')
  server.use(unreachable(broken), withStats, withLeads(lead()))
  await later(2_000)
  await later(4_000)
  await later(8_000)
  expect(await screen.findByText(recovered)).toBeVisible()
})
