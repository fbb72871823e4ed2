import type { StaffAccount, StaffInvitation } from '@app/api-client'
import {
  getListChangesMockHandler,
  getListLeadOwnersMockHandler,
  getListStaffInvitationsMockHandler,
  getListStaffMockHandler,
} from '@app/api-client/mocks'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { SetupServer } from 'msw/node'
import { expect } from 'vitest'
import { renderAdmin, signedIn, staff, toast } from './admin.tsx'
import { account, change } from './records.ts'

/** The signed-in account, as in the list of accounts. */
export const self = account({ id: staff.id, name: staff.name, email: staff.email, role: 'owner' })

export const link = { path: `/api/set-password?link=${'a'.repeat(43)}`, expiresAt: '2026-11-23T15:04:05.123Z' }
export const linkAddress = `http://localhost:3000${link.path}`

export const says = (text: string) => waitFor(() => expect(toast()).toHaveTextContent(text))
export const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
export const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

/** Replaces the text of a field at once, like pasting: typing renders the form for each letter. */
export const fill = (field: HTMLElement, text: string) => fireEvent.change(field, { target: { value: text } })

export const areClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

/** Goes back, which leaves a dialog without discarding its text. */
export async function leaveDialog(): Promise<void> {
  act(() => window.history.back())
  await areClosed()
}

/** Confirms the dialog with this name. */
export const answer = async (question: string, action: string) =>
  userEvent.click((await dialog(question)).getByRole('button', { name: action }))

type Stored = { accounts?: StaffAccount[]; invitations?: StaffInvitation[] }

/** Sets the API's responses for the settings screen. */
export const stored = (server: SetupServer, { accounts = [self, account()], invitations = [] }: Stored = {}) =>
  server.use(
    getListStaffMockHandler(accounts),
    getListStaffInvitationsMockHandler(invitations),
    getListChangesMockHandler([change()]),
    getListLeadOwnersMockHandler([]),
  )

export async function openSettings(server: SetupServer, what: Stored = {}): Promise<void> {
  server.use(signedIn)
  stored(server, what)
  renderAdmin('/settings')
  await screen.findByRole('list', { name: 'Accounts' })
}
