import type { AccountKey, AccountKeyWithSecret } from '@app/api-client'
import {
  getCreateKeyMockHandler,
  getListKeysMockHandler,
  getListStatementsMockHandler,
  getRevokeKeyMockHandler,
  getRotateKeyMockHandler,
  getUpdateKeyMockHandler,
} from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import {
  click,
  dialogNamed,
  failing,
  goBack,
  key,
  leadsTo,
  member,
  receives,
  requested,
  show,
  shownAddress,
  startSignedIn,
} from '../../../test/account.tsx'
import { storeDraft } from '../../lib/draft-storage.ts'

const server = useTestServer()
startSignedIn(server)

const secret = 'live_7Kx2mQ9vB4nT8wYc3Lf6Rz1Hd5PsJg0Wq2aEuo'

/** Submits the form in the dialog. */
const createNamed = async (value: string) => {
  const dialog = await dialogNamed('Create a live key')
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value } })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create Key' }))
  return dialog
}

describe('the list', () => {
  test('shows the keys of the mode in the URL with their details, and no actions for an inactive key', async () => {
    const ended: AccountKey = {
      ...key,
      id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8ac4',
      name: 'Old',
      state: 'revoked',
      revokedAt: '2026-11-21T15:04:05.123Z',
      revokedBy: 'Lee Example',
    }
    const rotated: AccountKey = {
      ...key,
      id: ended.id.replace(/4$/, '5'),
      name: 'Rotated',
      expiresAt: '2999-01-01T00:00:00Z',
    }
    server.use(getListKeysMockHandler(({ request }) => (request.url.endsWith('live') ? [key, ended, rotated] : [])))
    show('/account/keys?Mode=test&open=edit&key=x')
    expect(await screen.findByText('No test keys yet')).toBeVisible()
    expect(screen.getByText(/nothing is printed, mailed, or charged/)).toBeVisible()
    await userEvent.click(screen.getByRole('link', { name: 'Live' }))
    await leadsTo('/account/keys')
    const row = await screen.findByRole('row', { name: /Production/ })
    expect(row).toHaveTextContent('live_7Kx2…')
    expect(row).toHaveTextContent('Proofs and prices, Pieces')
    expect(row).toHaveTextContent('Never')
    expect(within(row).getAllByRole('button')).toHaveLength(3)
    const old = screen.getByRole('row', { name: /Old/ })
    expect(old).toHaveTextContent(/Revoked .* by Lee Example/)
    expect(within(old).queryAllByRole('button')).toEqual([])
    const works = screen.getByRole('row', { name: /Rotated/ })
    expect(works).toHaveTextContent('Works until Jan')
    expect(within(works).queryByRole('button', { name: 'Rotate Rotated' })).toBeNull()
  })
})

describe('a new key', () => {
  test('is created once, and its secret is shown until it is saved', async () => {
    const sent: unknown[] = []
    server.use(getListKeysMockHandler([]), getCreateKeyMockHandler(receives(sent, { key, secret })))
    show('/account/keys')
    await click('Create Key')
    const dialog = await dialogNamed('Create a live key')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create Key' }))
    expect(await within(dialog).findByText('Name is required')).toBeVisible()
    expect(within(dialog).getByLabelText('Name')).toHaveFocus()
    fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: ' Production ' } })
    for (const name of ['Templates', 'Images and fonts', 'Webhooks'])
      await userEvent.click(within(dialog).getByLabelText(name))
    const create = within(dialog).getByRole('button', { name: 'Create Key' })
    fireEvent.click(create)
    fireEvent.click(create)
    const shown = await dialogNamed('Key “Production”')
    expect(within(shown).getByRole('textbox')).toHaveValue(secret)
    expect(sent).toEqual([{ mode: 'live', name: 'Production', scopes: ['proofs', 'pieces'] }])
    await userEvent.click(within(shown).getByRole('button', { name: 'I Saved It' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await leadsTo('/account/keys')
  })

  test('shows its secret even if the member goes back before the response', async () => {
    const response = Promise.withResolvers<AccountKeyWithSecret>()
    server.use(
      getListStatementsMockHandler([]),
      getListKeysMockHandler([]),
      getCreateKeyMockHandler(() => response.promise),
    )
    show('/account/statements')
    await userEvent.click(await screen.findByRole('link', { name: 'Keys' }))
    await click('Create Key')
    const dialog = await createNamed('Production')
    await waitFor(() => expect(requested).toContain('POST /api/account/keys'))
    // Like Chrome on the second Escape; the dialog stays open until the response.
    dialog.removeAttribute('open')
    fireEvent(dialog, new Event('close'))
    expect(dialog).toHaveAttribute('open')
    await goBack()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    response.resolve({ key, secret })
    const shown = await dialogNamed('Key “Production”')
    expect(within(shown).getByRole('textbox')).toHaveValue(secret)
    await userEvent.click(within(shown).getByRole('textbox'))
    expect(shown).toBeVisible()
    expect(shownAddress()).toBe('/account/keys')
    // The secret can't be shown again, so it stays on any screen.
    await goBack()
    await leadsTo('/account/statements')
    expect(within(await dialogNamed('Key “Production”')).getByRole('textbox')).toHaveValue(secret)
  })

  test('that is rejected keeps its text, and shows the reason or an error at the field', async () => {
    const detail = 'You’ve reached the maximum of 50 active keys. Revoke one first.'
    const errors = [{ in: 'body' as const, pointer: '/name', detail: 'has a hidden character' }]
    server.use(getListKeysMockHandler([key]), failing('post', '/api/account/keys', 409, { detail }))
    show('/account/keys?open=new')
    const dialog = await createNamed('Cron')
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(detail)
    expect(within(dialog).getByLabelText('Name')).toHaveValue('Cron')
    server.use(failing('post', '/api/account/keys', 400, { errors }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create Key' }))
    expect(await within(dialog).findByText('Has a hidden character')).toBeVisible()
    expect(within(dialog).getByLabelText('Name')).toBeInvalid()
  })
})

describe('a key', () => {
  test('can only be given scopes that it has, even if an older draft has more', async () => {
    const sent: unknown[] = []
    const values = { name: 'Production', scopes: ['proofs', 'templates', 'pieces'] }
    storeDraft(`account ${member.id} key ${key.id}`, { values })
    server.use(getListKeysMockHandler([key]), getUpdateKeyMockHandler(receives(sent, key)))
    show('/account/keys')
    await click('Edit Production')
    const dialog = within(await dialogNamed('Change “Production”'))
    expect(dialog.getAllByRole('checkbox')).toHaveLength(2)
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toEqual([{ name: 'Production', scopes: key.scopes }]))
    await leadsTo('/account/keys')
    await click('Edit Production')
    await userEvent.click(screen.getByLabelText('Proofs and prices'))
    await click('Save')
    await waitFor(() => expect(sent[1]).toEqual({ name: 'Production', scopes: ['pieces'] }))
  })

  test('is rotated with an overlap, and revoked after a confirmation that names it', async () => {
    const sent: unknown[] = []
    server.use(
      getListKeysMockHandler([key]),
      getRotateKeyMockHandler(receives(sent, { key, secret })),
      getRevokeKeyMockHandler({ ...key, state: 'revoked' }),
    )
    show(`/account/keys?open=rotate&key=${key.id}`)
    const dialog = within(await dialogNamed('Rotate “Production”'))
    await userEvent.selectOptions(dialog.getByRole('combobox'), 'Works for 72 more hours')
    await userEvent.click(dialog.getByRole('button', { name: 'Rotate' }))
    expect(within(await dialogNamed('Key “Production”')).getByRole('textbox')).toHaveValue(secret)
    expect(sent).toEqual([{ overlapHours: 72 }])
    await click('I Saved It')

    await click('Revoke Production')
    const question = within(await dialogNamed('Revoke the live key “Production”?'))
    expect(question.getByRole('button', { name: 'Keep It' })).toHaveFocus()
    await userEvent.click(question.getByRole('button', { name: 'Keep It' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const revoke = `POST /api/account/keys/${key.id}/revoke`
    expect(requested).not.toContain(revoke)
    await click('Revoke Production')
    await click('Revoke It')
    await waitFor(() => expect(requested).toContain(revoke))
    expect(await screen.findByText('Key “Production” revoked')).toBeVisible()
  })
})
