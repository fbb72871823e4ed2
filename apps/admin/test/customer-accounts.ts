import type { Account, AccountDetail, AccountKey, Change, Member, PieceSummary, Usage } from '@app/api-client'
import {
  getGetAccountMockHandler,
  getGetAccountUsageMockHandler,
  getListAccountChangesMockHandler,
  getListAccountKeysMockHandler,
  getListAccountMembersMockHandler,
  getListAccountPiecesMockHandler,
  getListAccountStatementsMockHandler,
} from '@app/api-client/mocks'
import { screen } from '@testing-library/react'
import type { SetupServer } from 'msw/node'
import { renderAdmin, signedInAsEditor } from './admin.tsx'

export const accountId = '01932c07-5b1c-7d52-8f3a-2b1f6f3f8ac1'
export const accountsPath = '/api/admin/accounts'

export const accountFields = {
  id: accountId,
  name: 'Tulsa Roofing Example',
  billingName: 'Dana Example',
  billingEmail: 'billing@example.com',
  monthlyCap: 5_000,
  suspended: false,
  createdAt: '2025-11-20T15:04:05.123Z',
  version: 1,
}
export const listedAccount = (changes: Partial<Account> = {}): Account => ({
  ...accountFields,
  members: 1,
  monthPieces: 1_999,
  ...changes,
})
export const accountDetail = (changes: Partial<AccountDetail> = {}): AccountDetail => ({
  ...accountFields,
  leadId: null,
  leadName: null,
  ...changes,
})
export const member = (changes: Partial<Member> = {}): Member => ({
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8ac2',
  name: 'Dana Example',
  email: 'dana@example.com',
  invitedBy: 'Rosa Example',
  createdAt: '2025-11-20T15:04:05.123Z',
  lastSignInAt: null,
  ...changes,
})
export const accountKey = (changes: Partial<AccountKey> = {}): AccountKey => ({
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8ac3',
  name: 'Production',
  mode: 'live',
  prefix: 'live_7Kx2',
  scopes: ['proofs', 'pieces'],
  state: 'active',
  createdAt: '2025-11-20T15:04:05.123Z',
  lastUsedAt: '2025-11-20T16:04:05.123Z',
  expiresAt: null,
  revokedAt: null,
  revokedBy: null,
  ...changes,
})
export const piece: PieceSummary = {
  Id: 'piece_8Wm3kT6zQb1RfU9sLd5X',
  Mode: 'live',
  Status: 'out_for_delivery',
  Size: '4.25x6',
  PostalClass: 'FirstClass',
  Description: 'October reminder',
  Metadata: {},
  To: { Name: 'Dana Sample', City: 'Tulsa', State: 'OK', Zip: '74104' },
  Price: 0.68,
  SendOn: '2025-11-20',
  CancelableUntil: '2025-11-20T15:19:05.123Z',
  TrackingUrl: 'https://www.example.com/track?piece=track_8Wm3kT6zQb1RfU9sLd5X',
  CreatedAt: '2025-11-20T15:04:05.123Z',
}
const usage: Usage = {
  Mode: 'live',
  Month: '2025-11',
  Pieces: 1_999,
  Cap: 5_000,
  Total: 1_359.32,
  Tier: { From: 0, Label: '0–1,999' },
  NextTier: { From: 2_000, Pieces: 1, Saves: 59.97 },
  Lines: [],
  Uncounted: 0,
}
export const signInLink = { url: 'https://www.example.com/account?link=abc', expiresAt: '2025-11-23T15:04:05.123Z' }

export const accountChange: Change = {
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8ac9',
  groupId: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8ac8',
  recordType: 'customer_account',
  recordId: accountId,
  recordName: 'Tulsa Roofing Example',
  action: 'key_create',
  actor: 'Dana Example (member)',
  changes: [
    { field: 'key', before: null, after: 'Production' },
    { field: 'scopes', before: null, after: 'assets\nproofs' },
  ],
  createdAt: '2025-11-20T15:04:05.123Z',
}

export const accountParts = [
  getListAccountMembersMockHandler([member()]),
  getListAccountKeysMockHandler([accountKey()]),
  getGetAccountUsageMockHandler(usage),
  getListAccountStatementsMockHandler([{ month: '2025-11', pieces: 1_999, total: 1_359.32, isFinal: false }]),
  getListAccountPiecesMockHandler([piece]),
  getListAccountChangesMockHandler([accountChange]),
]

/** Opens the page of an account. */
export async function openAccount(server: SetupServer, account = accountDetail(), handlers = [signedInAsEditor]) {
  server.use(...handlers, ...accountParts, getGetAccountMockHandler(account))
  renderAdmin(`/accounts?account=${accountId}`)
  for (const name of ['Pieces', 'Members', 'Keys', 'Statements']) await screen.findByRole('list', { name })
}
