import { getGetCurrentUserMockHandler, getListPricingProductsMockHandler } from '@app/api-client/mocks'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { failing, lead, renderAdmin, staff, unreachable, useAdmin, withLeads, withStats } from '../../test/admin.tsx'

const { server, requested, left, saved } = useAdmin()

const minute = 60_000
const start = Date.parse('2026-11-20T15:00:00-05:00')
const signedInUntil = (endsAt: number) =>
  getGetCurrentUserMockHandler({ ...staff, session: { idleMinutes: 30, endsAt: new Date(endsAt).toISOString() } })

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: start })
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))
const authCalls = () => requested.filter((path) => path === '/api/auth/user').length
const notice = (name: string) => screen.queryByRole('dialog', { name })

async function open(endsAt = start + 720 * minute) {
  server.use(signedInUntil(endsAt), withStats, withLeads(lead()))
  renderAdmin()
  await screen.findByText('Dana Example')
}

describe('an idle session', () => {
  test('warns two minutes before its end, and can be extended', async () => {
    await open()
    await pass(26 * minute)
    expect(notice('Are you still there?')).not.toBeInTheDocument()
    await pass(minute + 5_000)
    const dialog = within(await screen.findByRole('dialog', { name: 'Are you still there?' }))
    expect(dialog.getByText(/You’ll be signed out at 3:29/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Stay signed in' }))
    await waitFor(() => expect(notice('Are you still there?')).not.toBeInTheDocument())
    expect(authCalls()).toBe(2)
    await pass(20 * minute)
    expect(notice('Are you still there?')).not.toBeInTheDocument()
    expect(left).toEqual([])
  })

  test('shows when the server does not respond, and keeps trying', async () => {
    await open()
    await pass(27 * minute + 5_000)
    const dialog = within(await screen.findByRole('dialog', { name: 'Are you still there?' }))
    server.use(unreachable('/api/auth/user'))
    await userEvent.click(dialog.getByRole('button', { name: 'Stay signed in' }))
    const toast = screen.getByRole('region', { name: 'Notification' })
    await waitFor(() => expect(toast).toHaveTextContent('ErrorFailed to stay signed in'))
    expect(notice('Are you still there?')).toBeVisible()
  })

  test('that is over already is not extended, also in other tabs', async () => {
    await open()
    await pass(27 * minute + 5_000)
    const dialog = within(await screen.findByRole('dialog', { name: 'Are you still there?' }))
    const lastUse = localStorage.getItem('session-used-at')
    server.use(failing('/api/auth/user', 401))
    await userEvent.click(dialog.getByRole('button', { name: 'Stay signed in' }))
    await waitFor(() => expect(left).toHaveLength(1))
    expect(localStorage.getItem('session-used-at')).toBe(lastUse)
  })

  test('warns over an open dialog, and Escape closes only the warning', async () => {
    server.use(signedInUntil(start + 720 * minute), getListPricingProductsMockHandler([]))
    renderAdmin('/pricing')
    await userEvent.click(await screen.findByRole('button', { name: 'Add Product' }))
    const form = await screen.findByRole('dialog', { name: 'Add Product' })
    await userEvent.type(within(form).getByLabelText(/^Name/), 'Half a name')
    await pass(27 * minute + 5_000)
    await screen.findByRole('dialog', { name: 'Are you still there?' })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(notice('Are you still there?')).not.toBeInTheDocument())
    expect(notice('Discard changes?')).not.toBeInTheDocument()
    expect(within(form).getByLabelText(/^Name/)).toHaveValue('Half a name')
    // After that, the dialog handles Escape again.
    await userEvent.keyboard('{Escape}')
    expect(await screen.findByRole('dialog', { name: 'Discard changes?' })).toBeVisible()
  })

  test('ends with one toast and the sign-in page', async () => {
    await open()
    await pass(30 * minute + 5_000)
    expect(screen.getByText('You are logged out. Logging in again...')).toBeVisible()
    await waitFor(() => expect(left).toEqual(['/api/login?return_to=%2Fadmin&reason=session_ended']))
  })

  test('is extended automatically while someone types', async () => {
    await open()
    await pass(26 * minute)
    await userEvent.keyboard('x')
    await pass(2 * minute)
    await waitFor(() => expect(authCalls()).toBe(2))
    expect(notice('Are you still there?')).not.toBeInTheDocument()
  })

  test('is extended by activity in another tab', async () => {
    await open()
    await pass(26 * minute)
    localStorage.setItem('session-used-at', String(start + 26 * minute))
    await pass(3 * minute)
    expect(notice('Are you still there?')).not.toBeInTheDocument()
  })
})

test('warns before the maximum length of a session, even if it is in use', async () => {
  await open(start + 10 * minute)
  await pass(8 * minute + 5_000)
  const dialog = within(await screen.findByRole('dialog', { name: 'Your session is about to end' }))
  await userEvent.click(dialog.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(notice('Your session is about to end')).not.toBeInTheDocument())
  await pass(2 * minute)
  await waitFor(() => expect(left).toEqual(['/api/login?return_to=%2Fadmin&reason=session_ended']))
})

describe('an export', () => {
  test('is saved after the session has been checked', async () => {
    await open()
    await userEvent.click(screen.getByRole('link', { name: 'Export CSV' }))
    await waitFor(() => expect(saved).toEqual(['/api/admin/leads/export']))
  })

  test('after the session has ended leads to the sign-in page and saves nothing', async () => {
    await open()
    server.use(failing('/api/auth/user', 401))
    await userEvent.click(screen.getByRole('link', { name: 'Export CSV' }))
    expect(await screen.findByText('You are logged out. Logging in again...')).toBeVisible()
    await waitFor(() => expect(left).toHaveLength(1))
    expect(saved).toEqual([])
  })

  test('without a response from the server shows an error', async () => {
    await open()
    server.use(unreachable('/api/auth/user'))
    await userEvent.click(screen.getByRole('link', { name: 'Export CSV' }))
    expect(await screen.findByText('Failed to export')).toBeVisible()
    expect(saved).toEqual([])
    expect(left).toEqual([])
  })
})
