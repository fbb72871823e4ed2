import { getGetCurrentUserQueryKey } from '@app/api-client'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { announceSignOut } from './sign-out-elsewhere.ts'
import { cameBackWithoutSession, forgetDeparture, isSigningInAgain, signInAgain } from './sign-in-again.ts'
import {
  failing,
  lead,
  renderAdmin,
  signedIn,
  streams,
  unreachable,
  useAdmin,
  withLeads,
  withStats,
} from '../../test/admin.tsx'

const { server, requested, left } = useAdmin()

const toasts = () => screen.queryAllByText('You are logged out. Logging in again...')
const never = new Promise<never>(() => {})
const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))

/** Fakes the app's timers, but not the mock server's. */
const ownTheClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

/** Advances one millisecond at a time, so that the time since the toast is known. */
async function passUntilToast() {
  for (let ms = 0; ms < 2000 && toasts().length === 0; ms += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    await pass(1)
  }
  expect(toasts()).toHaveLength(1)
}

afterEach(() => {
  vi.useRealTimers()
})

describe('before the session is confirmed', () => {
  test('shows "Loading..." and requests nothing but the session', async () => {
    ownTheClock()
    server.use(http.get('*/api/auth/user', () => never))
    renderAdmin()
    await vi.waitFor(() => expect(requested).toEqual(['/api/auth/user']), 10_000)
    expect(screen.getByText('Loading...')).toHaveRole('status')
    await pass(10_000)
    expect(requested).toEqual(['/api/auth/user'])
    expect(toasts()).toHaveLength(0)
  })
})

test('treats any object as signed in, after one auth call', async () => {
  server.use(
    http.get('*/api/auth/user', () => HttpResponse.json({})),
    withStats,
    withLeads(lead()),
  )
  renderAdmin()
  expect(await screen.findByText('Dana Example')).toBeVisible()
  expect(requested.filter((path) => path === '/api/auth/user')).toHaveLength(1)
  expect(left).toEqual([])
})

describe('signed out', () => {
  test.each([
    ['', '/api/login?return_to=%2Fadmin'],
    ['/pricing?tab=audit', '/api/login?return_to=%2Fadmin%2Fpricing%3Ftab%3Daudit'],
    ['/samples', '/api/login?return_to=%2Fadmin%2Fsamples'],
  ])('/admin%s shows one toast and redirects after 500 ms', async (path, loginUrl) => {
    ownTheClock()
    server.use(failing('/api/auth/user', 401))
    renderAdmin(path)
    await passUntilToast()
    expect(screen.getByRole('alert')).toHaveTextContent('Unauthorized')
    await pass(490)
    expect(left).toEqual([])
    await pass(10)
    expect(left).toEqual([loginUrl])
    expect(requested).toEqual(['/api/auth/user'])
    expect(streams).toEqual([])
  })

  test('treats an empty response as signed out', async () => {
    server.use(http.get('*/api/auth/user', () => new HttpResponse(null, { status: 200 })))
    renderAdmin()
    expect(await screen.findByText('You are logged out. Logging in again...')).toBeVisible()
    expect(requested).toEqual(['/api/auth/user'])
  })
})

describe('back from the sign-in page without a session', () => {
  const cameFrom = (referrer: string) => vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer)
  const leave = async () => {
    server.use(failing('/api/auth/user', 401))
    renderAdmin('/pricing')
    await waitFor(() => expect(left).toHaveLength(1))
    cleanup()
    forgetDeparture()
  }

  test('explains the problem and does not redirect again', { tags: ['A24'] }, async () => {
    await leave()
    cameFrom('http://localhost:3000/admin')
    renderAdmin('/pricing')
    expect(await screen.findByRole('heading', { name: 'This browser isn’t staying signed in' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'sign in again' })).toHaveAttribute(
      'href',
      '/api/login?return_to=%2Fadmin%2Fpricing',
    )
    signInAgain()
    expect(isSigningInAgain()).toBe(false)
    expect(left).toHaveLength(1)
  })

  test.each([
    ['the sign-in page', 'http://localhost:3000/api/login', 'navigate', true],
    ['single sign-on', 'http://localhost:3000/', 'navigate', true],
    ['this app', 'http://localhost:3000/admin', 'navigate', true],
    ['a link elsewhere', 'https://mail.example.com/', 'navigate', false],
    ['a link on the site', 'http://localhost:3000/pricing', 'navigate', false],
    ['Back', 'http://localhost:3000/', 'back_forward', false],
    ['a typed URL', '', 'navigate', false],
  ])('tells this apart from other ways to the page: %s', (_way, referrer, type, isBack) => {
    window.history.replaceState(null, '', '/admin/pricing')
    cameFrom(referrer)
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([Object.create({ type })])
    expect(cameBackWithoutSession(), 'before this tab left for the sign-in page').toBe(false)
    window.sessionStorage.setItem('left-to-sign-in', 'true')
    expect(cameBackWithoutSession()).toBe(isBack)
  })

  test('redirects again after a link on another site', async () => {
    await leave()
    cameFrom('https://mail.example.com/')
    renderAdmin('/pricing')
    await waitFor(() => expect(left).toHaveLength(2))
  })

  test('redirects again once a confirmed session is lost', async () => {
    await leave()
    cameFrom('http://localhost:3000/api/login')
    server.use(signedIn, withStats, withLeads(lead()))
    renderAdmin()
    await screen.findByText('Dana Example')
    signInAgain()
    await waitFor(() => expect(left).toHaveLength(2))
  })

  test('redirects each time a session is missing', async () => {
    cameFrom('')
    for (const times of [1, 2, 3, 4]) {
      server.use(failing('/api/auth/user', 401))
      renderAdmin('/pricing')
      await waitFor(() => expect(left).toHaveLength(times))
      cleanup()
      forgetDeparture()
    }
  })

  test('stops after three redirects, and explains that the server rejects new sessions', async () => {
    cameFrom('http://localhost:3000/api/login')
    server.use(signedIn, withStats, failing('/api/admin/leads', 401))
    for (const times of [1, 2, 3]) {
      renderAdmin()
      await waitFor(() => expect(left).toHaveLength(times))
      cleanup()
      forgetDeparture()
    }
    renderAdmin()
    expect(await screen.findByText('The server is rejecting your requests')).toBeVisible()
    expect(isSigningInAgain()).toBe(false)
    expect(left).toHaveLength(3)
  })
})

describe('session lost while in use', () => {
  test('two failing calls cause one toast and one redirect', async () => {
    ownTheClock()
    server.use(signedIn, failing('/api/admin/stats', 401), failing('/api/admin/leads', 401))
    renderAdmin()
    await passUntilToast()
    await vi.waitFor(() => expect(requested).toContain('/api/admin/leads'), 10_000)
    await pass(2000)
    expect(toasts()).toHaveLength(1)
    expect(left).toEqual(['/api/login?return_to=%2Fadmin&reason=session_ended'])
    expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
  })
})

describe('signed out in another tab', () => {
  test('shows a toast and redirects this tab too', async () => {
    server.use(signedIn, withStats, withLeads(lead()))
    renderAdmin()
    await screen.findByText('Dana Example')
    announceSignOut()
    window.dispatchEvent(new Event('pagehide'))
    await waitFor(() => expect(toasts()).toHaveLength(1))
    await waitFor(() => expect(left).toEqual(['/api/login?return_to=%2Fadmin&reason=session_ended']))
  })
})

describe('API down', () => {
  test('keeps the screen with its unsaved text while in use', async () => {
    server.use(signedIn, withStats, withLeads(lead()))
    const { queryClient } = renderAdmin()
    await screen.findByText('Dana Example')
    const field = screen.getByRole('searchbox')
    await userEvent.type(field, 'dana')
    server.use(failing('/api/auth/user', 503))
    await act(() => queryClient.refetchQueries({ queryKey: getGetCurrentUserQueryKey() }))
    expect(screen.queryByText('We couldn’t check whether you are signed in')).not.toBeInTheDocument()
    expect(screen.getByRole('searchbox')).toBe(field)
    expect(field).toHaveValue('dana')
  })

  test('says so, stays on the page, and recovers', async () => {
    server.use(unreachable('/api/auth/user'))
    renderAdmin()
    expect(await screen.findByText('The server didn’t respond.', { exact: false })).toBeVisible()
    server.use(failing('/api/auth/user', 503, 'req-42'))
    await userEvent.click(screen.getByText('Retry'))
    expect(await screen.findByText('The server is busy or restarting.', { exact: false })).toBeVisible()
    expect(toasts()).toHaveLength(0)
    expect(requested).toEqual(['/api/auth/user', '/api/auth/user'])

    server.use(signedIn, withStats, withLeads(lead()))
    await userEvent.click(screen.getByText('Retry'))
    expect(await screen.findByText('Dana Example')).toBeVisible()
    expect(left).toEqual([])
  })
})
