import type { Member } from '@app/api-client'
import {
  getCreateMemberMockHandler,
  getDeleteMemberMockHandler,
  getListMembersMockHandler,
} from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  click,
  dialogNamed,
  leadsTo,
  member,
  receives,
  requested,
  show,
  startSignedIn,
} from '../../../test/account.tsx'

const server = useTestServer()
startSignedIn(server)

const own: Member = {
  id: member.id,
  name: member.name,
  email: member.email,
  invitedBy: 'Staff Example',
  createdAt: '2026-11-20T15:04:05.123Z',
  lastSignInAt: '2026-11-20T15:04:05.123Z',
}
const other: Member = {
  ...own,
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8ac9',
  name: 'Lee Example',
  email: 'lee@example.com',
  lastSignInAt: null,
}

const invite = async (name: string, email: string) => {
  const dialog = within(await dialogNamed('Invite a member'))
  const set = (label: string, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  set('Name', name)
  set('Work email', email)
  await userEvent.click(dialog.getByRole('button', { name: 'Send Invitation' }))
}

test('an invited member gets an email, and is removed after a confirmation that names them', async () => {
  const sent: unknown[] = []
  server.use(
    getListMembersMockHandler([own, other]),
    getCreateMemberMockHandler(receives(sent, { member: other, link: null })),
    getDeleteMemberMockHandler(),
  )
  show('/account/members')
  expect(await screen.findByRole('row', { name: /lee@example\.com/ })).toHaveTextContent('Invited, not signed in yet')
  await click('Invite Member')
  await invite('', '')
  expect(await screen.findByText('Name is required')).toBeVisible()
  expect(screen.getByText('Email is required')).toBeVisible()
  await invite('Lee Example', ' lee@example.com')
  expect(await screen.findByText('lee@example.com gets a sign-in link by email')).toBeVisible()
  expect(sent).toEqual([{ name: 'Lee Example', email: 'lee@example.com' }])
  await leadsTo('/account/members')

  await click('Remove Lee Example')
  const question = await dialogNamed('Remove Lee Example?')
  expect(question).toHaveTextContent('lee@example.com will be signed out everywhere')
  await userEvent.click(within(question).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(requested).toContain(`DELETE /api/account/members/${other.id}`))
  expect(await screen.findByText('Lee Example removed')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Who can sign in' })).toHaveFocus())
})

test('the only member cannot be removed, and without an email server, an invitation link is shown once', async () => {
  const url = 'http://site.test/account/sign-in#token=abc'
  server.use(
    getListMembersMockHandler([own]),
    getCreateMemberMockHandler({ member: other, link: { url, expiresAt: '2999-01-01T00:00:00Z' } }),
  )
  show('/account/members?open=invite')
  const row = await screen.findByRole('row', { name: /Dana Example \(you\)/ })
  expect(within(row).queryByRole('button')).toBeNull()
  await invite('Lee Example', 'lee@example.com')
  const shown = await dialogNamed('Invitation for Lee Example')
  expect(within(shown).getByRole('textbox')).toHaveValue(url)
})

test('a member who removes themselves is signed out', async () => {
  server.use(getListMembersMockHandler([own, other]), getDeleteMemberMockHandler())
  show(`/account/members?open=remove&member=${own.id}`)
  const question = await dialogNamed('Remove yourself from the account?')
  await userEvent.click(within(question).getByRole('button', { name: 'Remove Myself' }))
  await leadsTo('/account/sign-in')
  expect(await screen.findByLabelText('Work email')).toBeVisible()
})
