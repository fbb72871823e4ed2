import { getGetCurrentUserMockHandler, getListPricingProductsMockHandler } from '@app/api-client/mocks'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { failing, lead, renderAdmin, staff, unreachable, useAdmin, withLeads, withStats } from '../../test/admin.tsx'
import { leavingMs, redirectDelayMs, signInAgain } from './sign-in-again.ts'

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
  const stillThere = () => screen.findByRole('dialog', { name: 'Are you still there?' })
  const quiet = () => expect(notice('Are you still there?')).not.toBeInTheDocument()

  test('warns two minutes before its end, is extended by a click or activity, and ends with one toast', async () => {
    await open()
    await pass(26 * minute)
    quiet()
    await pass(minute + 5_000)
    const dialog = within(await stillThere())
    expect(dialog.getByText(/You’ll be signed out at 3:29/)).toBeVisible()
    server.use(unreachable('/api/auth/user'))
    await userEvent.click(dialog.getByText('Stay signed in'))
    const toast = screen.getByRole('region', { name: 'Notification' })
    await waitFor(() => expect(toast).toHaveTextContent('ErrorFailed to stay signed in'))
    expect(await stillThere()).toBeVisible()
    server.use(signedInUntil(start + 720 * minute))
    const before = authCalls()
    await userEvent.click(dialog.getByText('Stay signed in'))
    await waitFor(quiet)
    expect(authCalls()).toBe(before + 1)
    await pass(20 * minute)
    quiet()

    // Typing extends it without a warning.
    await pass(6 * minute)
    await userEvent.keyboard('x')
    await pass(2 * minute)
    await waitFor(() => expect(authCalls()).toBe(before + 2))
    quiet()

    // Activity in another tab.
    await pass(24 * minute)
    localStorage.setItem('session-used-at', String(start + 79 * minute))
    await pass(5 * minute)
    quiet()
    expect(left).toEqual([])

    await pass(26 * minute)
    expect(screen.getByText('You are logged out. Logging in again...')).toBeVisible()
    await waitFor(() => expect(left).toEqual(['/api/login?return_to=%2Fadmin&reason=session_ended']))
  })

  test('is not extended once it has ended, in this tab or others', async () => {
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
    // Then the dialog handles Escape again.
    await userEvent.keyboard('{Escape}')
    expect(await screen.findByRole('dialog', { name: 'Discard changes?' })).toBeVisible()
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

test('saves an export after checking the session, and shows why it cannot be saved', async () => {
  await open()
  const save = () => userEvent.click(screen.getByText('Export CSV'))
  server.use(unreachable('/api/auth/user'))
  await save()
  expect(await screen.findByText('Failed to export')).toBeVisible()
  expect(saved).toEqual([])
  expect(left).toEqual([])
  server.use(signedInUntil(start + 720 * minute))
  await save()
  await waitFor(() => expect(saved).toEqual(['/api/admin/leads/export']))
  server.use(failing('/api/auth/user', 401))
  await save()
  expect(await screen.findByText('You are logged out. Logging in again...')).toBeVisible()
  await waitFor(() => expect(left).toHaveLength(1))
  expect(saved).toHaveLength(1)
})

test('does not redirect while the page unloads for a logout, but does if the page stays', () => {
  window.history.replaceState(null, '', '/admin')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  window.dispatchEvent(new Event('beforeunload'))
  signInAgain()
  vi.advanceTimersByTime(redirectDelayMs)
  expect(left).toEqual([])
  vi.advanceTimersByTime(leavingMs)
  expect(left).toEqual(['/api/login?return_to=%2Fadmin'])
})
