import {
  getCreateMemberPasskeyChallengeMockHandler,
  getCreateMemberPasskeySessionMockHandler,
  getListStatementsMockHandler,
} from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { click, failing, leadsTo, member, receives, requested, show, startSignedIn } from '../../../test/account.tsx'

const browser = vi.hoisted(() => ({
  browserSupportsWebAuthn: vi.fn<() => boolean>(),
  browserSupportsWebAuthnAutofill: vi.fn<() => Promise<boolean>>(),
  startAuthentication: vi.fn<(options: { useBrowserAutofill: boolean }) => Promise<object>>(),
  WebAuthnAbortService: { cancelCeremony: vi.fn<() => void>() },
}))
vi.mock('@simplewebauthn/browser', () => browser)

const server = useTestServer()
startSignedIn(server)

const signed = {
  id: 'credential',
  response: { clientDataJSON: 'client', authenticatorData: 'data', signature: 'signature' },
}
const refused = (name: string) => Object.assign(new Error('x'), { name })
const challenge = getCreateMemberPasskeyChallengeMockHandler({ challenge: 'abc', relyingPartyId: 'site.test' })
const address = '/account/sign-in?return_to=%2Faccount%2Fstatements'

beforeEach(() => {
  vi.clearAllMocks()
  browser.browserSupportsWebAuthn.mockReturnValue(true)
  browser.browserSupportsWebAuthnAutofill.mockResolvedValue(false)
  server.use(challenge, getListStatementsMockHandler([]))
})

test('the button signs in and redirects back', async () => {
  const sent: unknown[] = []
  server.use(getCreateMemberPasskeySessionMockHandler(receives(sent, member)))
  browser.startAuthentication.mockResolvedValue(signed)
  show(address)
  await click('Use a Passkey')
  await leadsTo('/account/statements')
  expect(sent).toEqual([{ id: 'credential', clientData: 'client', authenticatorData: 'data', signature: 'signature' }])
  expect(browser.startAuthentication).toHaveBeenCalledWith({
    optionsJSON: { challenge: 'abc', rpId: 'site.test', userVerification: 'required' },
    useBrowserAutofill: false,
  })
})

test('a passkey picked in the email field signs in, too', async () => {
  server.use(getCreateMemberPasskeySessionMockHandler(member))
  browser.browserSupportsWebAuthnAutofill.mockResolvedValue(true)
  browser.startAuthentication.mockResolvedValue(signed)
  show(address)
  await leadsTo('/account/statements')
  expect(browser.startAuthentication).toHaveBeenCalledWith(expect.objectContaining({ useBrowserAutofill: true }))
  expect(browser.WebAuthnAbortService.cancelCeremony).toHaveBeenCalled()
})

test('a passkey picked in the email field and refused shows the reason', async () => {
  const detail = 'This passkey did not sign you in. Try again, or use a link.'
  server.use(failing('post', '/api/account/passkey-sessions', 401, { detail }))
  browser.browserSupportsWebAuthnAutofill.mockResolvedValue(true)
  browser.startAuthentication.mockResolvedValue(signed)
  show(address)
  expect(await screen.findByRole('alert')).toHaveTextContent(detail)
  expect(screen.getByLabelText('Work email')).toBeVisible()
})

test('a failed suggestion shows no error, and a browser or an address that refuses shows the reason', async () => {
  browser.browserSupportsWebAuthnAutofill.mockResolvedValue(true)
  server.use(failing('post', '/api/account/passkey-challenges', 429))
  show(address)
  await screen.findByLabelText('Work email')
  await vi.waitFor(() => expect(requested).toContain('POST /api/account/passkey-challenges'), 10_000)
  expect(screen.queryByRole('alert')).toBeNull()

  server.use(failing('post', '/api/account/passkey-challenges', 409, { code: 'no_shared_domain' }))
  await click('Use a Passkey')
  expect(await screen.findByRole('alert')).toHaveTextContent('do not work at this address')
  server.use(challenge)
  browser.startAuthentication.mockRejectedValue(refused('NotAllowedError'))
  await click('Use a Passkey')
  expect(await screen.findByText(/No passkey was used/)).toHaveRole('alert')
  browser.startAuthentication.mockRejectedValue(refused('SecurityError'))
  await click('Use a Passkey')
  expect(await screen.findByText(/do not work at this address/)).toHaveRole('alert')
})

test('a browser without passkeys has no button', async () => {
  browser.browserSupportsWebAuthn.mockReturnValue(false)
  show(address)
  expect(await screen.findByLabelText('Work email')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Use a Passkey' })).toBeNull()
})
