import type { StaffAccount, StaffInvitation } from '@app/api-client'
import {
  getListChangesMockHandler,
  getListLeadOwnersMockHandler,
  getListStaffInvitationsMockHandler,
  getListStaffMockHandler,
} from '@app/api-client/mocks'
import { screen } from '@testing-library/react'
import type { SetupServer } from 'msw/node'
import { renderAdmin, signedIn, staff } from './admin.tsx'
import { account, change } from './records.ts'

/** The signed-in account, as in the list of accounts. */
export const self = account({ id: staff.id, name: staff.name, email: staff.email, role: 'owner' })

export const link = { path: `/api/set-password?link=${'a'.repeat(43)}`, expiresAt: '2026-11-23T15:04:05.123Z' }
export const linkAddress = `http://localhost:3000${link.path}`

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
