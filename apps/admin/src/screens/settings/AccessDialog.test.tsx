import {
  getDeleteStaffSessionMockHandler,
  getDeleteStaffSessionsMockHandler,
  getListStaffSessionsMockHandler,
  getListStaffTokensMockHandler,
  getDeleteStaffTokenMockHandler,
} from '@app/api-client/mocks'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { failing, refusing, useAdmin } from '../../../test/admin.tsx'
import { session, token } from '../../../test/records.ts'
import { answer, dialog, openSettings, press, toast } from '../../../test/settings.tsx'

const { server } = useAdmin()

const phone = session({ id: 'phone', browser: 'Safari on iPhone' })
const leadHandlers = session({ id: 'desk' })
const has = (...sessions: (typeof leadHandlers)[]) => server.use(getListStaffSessionsMockHandler(sessions))

beforeEach(() => {
  has(leadHandlers, phone)
  server.use(getListStaffTokensMockHandler([token()]))
})

const open = async () => {
  await openSettings(server)
  await press('Access for Nia Example')
  return dialog('Access for Nia Example')
}

test('an owner sees an account’s sessions, and ends one', async () => {
  const ended: unknown[] = []
  const shown = await open()
  expect(window.location.search).toContain('access=')
  await userEvent.click(await shown.findByRole('button', { name: 'Sign out Safari on iPhone' }))
  server.use(
    getDeleteStaffSessionMockHandler(({ params }) => {
      ended.push(params['id'])
      has(leadHandlers)
      return [leadHandlers]
    }),
  )
  await userEvent.dblClick((await dialog('End session')).getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(toast()).toHaveTextContent('Session ended'))
  expect(ended).toEqual(['phone'])
  await waitFor(() => expect(shown.queryByRole('listitem', { name: 'Safari on iPhone' })).not.toBeInTheDocument())
  await userEvent.click(shown.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('all of them end at once', async () => {
  const shown = await open()
  await userEvent.click(await shown.findByRole('button', { name: 'Sign out everywhere' }))
  server.use(getDeleteStaffSessionsMockHandler(() => (has(), [])))
  await answer('Sign out everywhere', 'Sign out')
  await waitFor(() => expect(toast()).toHaveTextContent('Signed out everywhere'))
  expect(await shown.findByText('Not signed in anywhere')).toBeVisible()
})

test('a session that already ended is not a failure; other errors are shown and can be retried', async () => {
  server.use(refusing('delete', '/api/admin/staff-sessions/phone', 404))
  const shown = await open()
  await userEvent.click(await shown.findByRole('button', { name: 'Sign out Safari on iPhone' }))
  await answer('End session', 'Sign out')
  await waitFor(() => expect(toast()).toHaveTextContent('The session had already ended'))

  server.use(refusing('delete', '/api/admin/staff/:id/sessions', 500))
  await userEvent.click(await shown.findByRole('button', { name: 'Sign out everywhere' }))
  server.use(failing('/api/admin/staff/:id/sessions', 500, 'req-8'))
  await answer('Sign out everywhere', 'Sign out')
  await waitFor(() => expect(toast()).toHaveTextContent('Failed to sign out'))
  expect(await shown.findByText('req-8')).toBeVisible()
})

test('an owner revokes another account’s token', async () => {
  const shown = await open()
  await userEvent.click(await shown.findByRole('button', { name: 'Revoke Weekly report' }))
  await dialog('Revoke token')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Revoke token' })).not.toBeInTheDocument())
  await userEvent.click(shown.getByRole('button', { name: 'Revoke Weekly report' }))
  server.use(
    getDeleteStaffTokenMockHandler(() => {
      server.use(getListStaffTokensMockHandler([]))
      return []
    }),
  )
  await answer('Revoke token', 'Revoke')
  await waitFor(() => expect(toast()).toHaveTextContent('Token revoked'))
  expect(await shown.findByText('No tokens')).toBeVisible()
})
