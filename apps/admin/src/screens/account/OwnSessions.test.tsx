import {
  getDeleteOtherSessionsMockHandler,
  getDeleteOwnSessionMockHandler,
  getGetCurrentUserMockHandler,
  getListOwnSessionsMockHandler,
  getListOwnSignInsMockHandler,
} from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { failing, refusing, renderAdmin, staff, useAdmin } from '../../../test/admin.tsx'
import { session } from '../../../test/records.ts'
import { answer, dialog, press, toast } from '../../../test/settings.tsx'

const { server } = useAdmin()

const here = session({ id: 'here', isCurrent: true, browser: 'Firefox on Linux' })
const there = session({ id: 'there' })
const has = (...sessions: (typeof here)[]) => server.use(getListOwnSessionsMockHandler(sessions))

beforeEach(() => {
  server.use(getGetCurrentUserMockHandler(staff), getListOwnSignInsMockHandler([]))
  has(here, there)
})

const row = async (name: string) => within(await screen.findByRole('listitem', { name }))

test('marks the current browser, which has no button, and describes the others', async () => {
  renderAdmin('/account')
  const own = await row('Firefox on Linux')
  expect(own.getByText('This browser')).toBeVisible()
  expect(own.queryByRole('button')).not.toBeInTheDocument()
  const other = await row('Chrome on Windows')
  expect(other.getByText('from 203.0.113.0/24')).toBeVisible()
  expect(other.getByText(/Signed in/)).toHaveTextContent('Nov 20, 2025, 10:04 AM')
  expect(other.getByText(/Last used/)).toHaveTextContent('Nov 20, 2025, 10:31 AM')
})

test('a session ends once after confirmation, however often the button is clicked', async () => {
  const ended: unknown[] = []
  server.use(
    getDeleteOwnSessionMockHandler(({ params }) => {
      ended.push(params['id'])
      has(here)
      return [here]
    }),
  )
  renderAdmin('/account')
  await press('Sign out Chrome on Windows')
  await userEvent.dblClick((await dialog('End session')).getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(toast()).toHaveTextContent('Session ended'))
  expect(ended).toEqual(['there'])
  await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Chrome on Windows' })).not.toBeInTheDocument())
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).not.toBeInTheDocument()
})

test('all others are ended at once', async () => {
  let calls = 0
  server.use(
    getDeleteOtherSessionsMockHandler(() => {
      calls += 1
      has(here)
      return [here]
    }),
  )
  renderAdmin('/account')
  await press('Sign out everywhere else')
  await answer('Sign out everywhere else', 'Sign out')
  await waitFor(() => expect(toast()).toHaveTextContent('Signed out everywhere else'))
  expect(calls).toBe(1)
  await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Chrome on Windows' })).not.toBeInTheDocument())
})

test('a session that already ended is not a failure; other errors are shown', async () => {
  server.use(refusing('delete', '/api/auth/sessions/there', 404))
  renderAdmin('/account')
  await press('Sign out Chrome on Windows')
  await answer('End session', 'Sign out')
  await waitFor(() => expect(toast()).toHaveTextContent('The session had already ended'))

  server.use(refusing('delete', '/api/auth/sessions', 500))
  await press('Sign out everywhere else')
  await answer('Sign out everywhere else', 'Sign out')
  await waitFor(() => expect(toast()).toHaveTextContent('Failed to sign out elsewhere'))
})

test('an unknown browser has a name too', async () => {
  const { browser: _browser, network: _network, ...unknown } = there
  has(here, unknown)
  renderAdmin('/account')
  expect((await row('Unknown browser')).queryByText(/from/)).not.toBeInTheDocument()
})

test('a failure can be retried', async () => {
  server.use(failing('/api/auth/sessions', 500, 'req-7'))
  renderAdmin('/account')
  expect(await screen.findByText('req-7')).toBeVisible()
  has(here)
  await press('Retry')
  expect(await row('Firefox on Linux')).toBeDefined()
})
