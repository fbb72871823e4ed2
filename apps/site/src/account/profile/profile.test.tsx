import type { BrowserSession, Passkey } from '@app/api-client'
import {
  getCreateMemberPasskeyMockHandler,
  getCreateMemberPasskeyOptionsMockHandler,
  getDeleteMemberPasskeyMockHandler,
  getDeleteMemberSessionMockHandler,
  getDeleteOtherMemberSessionsMockHandler,
  getListMemberPasskeysMockHandler,
  getListMemberSessionsMockHandler,
} from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { click, dialogNamed, receives, requested, show, startSignedIn } from '../../../test/account.tsx'

const browser = vi.hoisted(() => ({
  browserSupportsWebAuthn: () => true,
  startRegistration: vi.fn<(options: object) => Promise<object>>(),
}))
vi.mock('@simplewebauthn/browser', () => browser)

const server = useTestServer()
startSignedIn(server)

const passkey: Passkey = {
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8ae1',
  name: 'Laptop',
  createdAt: '2026-11-20T15:04:05.123Z',
  lastUsedAt: null,
}
const session: BrowserSession = {
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8aa1',
  isCurrent: true,
  browser: 'Chrome on Windows',
  network: '203.0.113.0/24',
  startedAt: '2026-11-20T15:04:05.123Z',
  lastUsedAt: '2026-11-20T15:31:00.000Z',
  endsAt: '2026-11-21T03:04:05.123Z',
}
const elsewhere = { ...session, id: `${session.id.slice(0, -1)}2`, isCurrent: false, browser: 'Firefox on Linux' }

beforeEach(() => {
  browser.startRegistration.mockReset()
  server.use(getListMemberPasskeysMockHandler([]), getListMemberSessionsMockHandler([session, elsewhere]))
})

describe('passkeys', () => {
  const open = async () => {
    show('/account/profile')
    expect(await screen.findByText('No passkeys yet')).toBeVisible()
    await click('Add Passkey')
    const dialog = await dialogNamed('Add a passkey')
    fireEvent.change(within(dialog).getByLabelText('Passkey name'), { target: { value: 'Laptop' } })
    return dialog
  }
  const options = getCreateMemberPasskeyOptionsMockHandler({
    challenge: 'abc',
    relyingParty: { id: 'site.test', name: 'Example' },
    user: { id: 'AZ', name: 'dana@example.com', displayName: 'Dana Example' },
    algorithms: [-7],
    excludedCredentials: ['xyz'],
  })

  test('are created by the browser and stored under a name', async () => {
    const sent: unknown[] = []
    server.use(options, getCreateMemberPasskeyMockHandler(receives(sent, [passkey])))
    browser.startRegistration.mockResolvedValue({
      id: 'credential',
      response: { clientDataJSON: 'client', attestationObject: 'attestation', transports: ['internal'] },
    })
    await open()
    await click('Continue')
    expect(await screen.findByText('Your passkey is ready')).toBeVisible()
    expect(browser.startRegistration).toHaveBeenCalledWith({
      optionsJSON: expect.objectContaining({
        rp: { id: 'site.test', name: 'Example' },
        excludeCredentials: [{ type: 'public-key', id: 'xyz' }],
      }),
    })
    expect(sent).toEqual([
      { name: 'Laptop', id: 'credential', clientData: 'client', attestation: 'attestation', transports: ['internal'] },
    ])
  })

  test('show the reason when the browser refuses', async () => {
    server.use(options)
    const dialog = within(await open())
    for (const [name, words] of [
      ['NotAllowedError', /No passkey was created/],
      ['InvalidStateError', /already has a passkey/],
      ['SecurityError', /do not work at this address/],
    ] as const) {
      browser.startRegistration.mockRejectedValue(Object.assign(new Error('x'), { name }))
      await click('Continue')
      expect(await dialog.findByText(words)).toHaveRole('alert')
    }
  })

  test('are deleted after a confirmation that names them', async () => {
    server.use(getListMemberPasskeysMockHandler([passkey]), getDeleteMemberPasskeyMockHandler())
    show('/account/profile')
    await click('Delete Laptop')
    await userEvent.click(
      within(await dialogNamed('Delete the passkey “Laptop”?')).getByRole('button', { name: 'Delete It' }),
    )
    await waitFor(() => expect(requested).toContain(`DELETE /api/account/passkeys/${passkey.id}`))
  })
})

test('shows the member and the account, and signs out other sessions one by one or all together', async () => {
  server.use(
    getDeleteOtherMemberSessionsMockHandler([session, elsewhere]),
    getDeleteMemberSessionMockHandler([session]),
  )
  show('/account/profile')
  for (const text of ['dana@example.com', 'Lee Example, billing@example.com', '5,000 pieces', /America\/New York/])
    expect(await screen.findByText(text)).toBeVisible()
  await click('Sign Out Everywhere Else')
  expect(await screen.findByText('You are signed out everywhere else')).toBeVisible()

  const row = await screen.findByRole('row', { name: /Chrome on Windows \(this one\)/ })
  expect(within(row).queryByRole('button')).toBeNull()
  const signOut = screen.getByRole('button', { name: 'Sign out Firefox on Linux' })
  server.use(getListMemberSessionsMockHandler([session]))
  await userEvent.click(signOut)
  expect(await screen.findByText('Session signed out')).toBeVisible()
  await waitFor(() => expect(signOut).not.toBeInTheDocument())
  expect(screen.getByRole('heading', { name: 'Where you are signed in' })).toHaveFocus()
  expect(requested).toContain(`DELETE /api/account/sessions/${elsewhere.id}`)
})
