import type {
  CampaignLink,
  Change,
  CrmStatus,
  PricingAuditEntry,
  PricingProduct,
  PrintStats,
  Renderer,
  SampleRequest,
  SampleTemplate,
  SandboxKeyUsage,
  SignIn,
  StaffAccount,
  StaffInvitation,
  BrowserSession,
  StaffToken,
} from '@app/api-client'

export const template = (changes: Partial<SampleTemplate> = {}): SampleTemplate => ({
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a33',
  name: 'Spring postcard',
  type: 'postcard',
  frontImageUrl: 'https://images.example.com/front.png',
  backImageUrl: 'https://images.example.com/back.png',
  description: 'Seasonal offer, full bleed.',
  active: true,
  createdAt: '2025-11-20T15:04:05.123Z',
  version: 3,
  ...changes,
})

export const sampleRequest = (changes: Partial<SampleRequest> = {}): SampleRequest => ({
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a44',
  firstName: 'Marcus',
  lastName: 'Example',
  email: 'marcus@example.com',
  addressLine1: '12 Example Street',
  city: 'Cambridge',
  state: 'MA',
  zip: '02138',
  sampleType: 'both',
  pipedriveStatus: 'synced',
  processed: false,
  createdAt: '2025-11-20T15:04:05.123Z',
  ...changes,
})

export const product = (changes: Partial<PricingProduct> = {}): PricingProduct => ({
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a55',
  name: '4.25x6 postcard',
  category: 'postcard',
  startingPrice: 0.62,
  description: 'Full color, both sides.',
  features: ['110 lb film laminated stock'],
  isVisible: true,
  sortOrder: 10,
  version: 3,
  ...changes,
})

export const auditEntry = (changes: Partial<PricingAuditEntry> = {}): PricingAuditEntry => ({
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a66',
  action: 'update',
  productId: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a55',
  productName: '4.25x6 postcard',
  actor: 'Rosa Example',
  changes: [{ field: 'startingPrice', before: '0.68', after: '0.62' }],
  createdAt: '2025-11-20T15:04:05.123Z',
  ...changes,
})

export const account = (changes: Partial<StaffAccount> = {}): StaffAccount => ({
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a77',
  email: 'nia@example.com',
  name: 'Nia Example',
  role: 'editor',
  isEnabled: true,
  lastSignInAt: '2025-11-20T15:04:05.123Z',
  createdAt: '2025-11-01T15:04:05.123Z',
  ...changes,
})

export const invitation = (changes: Partial<StaffInvitation> = {}): StaffInvitation => ({
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a88',
  email: 'omar@example.com',
  name: 'Omar Example',
  role: 'viewer',
  invitedBy: 'Rosa Example',
  createdAt: '2025-11-20T15:04:05.123Z',
  expiresAt: '2025-11-23T15:04:05.123Z',
  isExpired: false,
  ...changes,
})

export const change = (changes: Partial<Change> = {}): Change => ({
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a99',
  groupId: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a98',
  recordType: 'account',
  recordId: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a77',
  recordName: 'Nia Example',
  action: 'role',
  actor: 'Rosa Example',
  changes: [{ field: 'role', before: 'viewer', after: 'editor' }],
  createdAt: '2025-11-20T15:04:05.123Z',
  ...changes,
})

export const signIn = (changes: Partial<SignIn> = {}): SignIn => ({
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8aaa',
  outcome: 'signed_in',
  method: 'password',
  network: '203.0.113.0/24',
  attempts: 1,
  staffId: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a77',
  staffName: 'Nia Example',
  createdAt: '2025-11-20T15:04:05.123Z',
  ...changes,
})

export const crmStatus = (changes: Partial<CrmStatus> = {}): CrmStatus => ({
  state: 'working',
  waiting: 3,
  failed: 0,
  oldestWaitingSeconds: 7_300,
  lastSuccessAt: '2025-11-20T15:04:05.123Z',
  pausedBy: 'nobody',
  pausedByName: null,
  pausedSince: null,
  pausedReason: null,
  ...changes,
})

export const printStats = (changes: Partial<PrintStats> = {}): PrintStats => ({
  from: '2026-10-23',
  to: '2026-11-21',
  ready: Array.from({ length: 30 }, (_, index) => index),
  failed: Array.from({ length: 30 }, (_, index) => (index === 29 ? 3 : 0)),
  failures: [{ code: 'template_failed', proofs: 3 }],
  findings: [
    { code: 'text_outside_safe_zone', severity: 'warning', proofs: 1_204 },
    { code: 'image_resolution_low', severity: 'error', proofs: 7 },
  ],
  renderTime: { proofs: 435, median: 412.4, p95: 1_250 },
  queue: { waiting: 4, rendering: 2, oldestWaitingSeconds: 75 },
  ...changes,
})

export const renderer = (changes: Partial<Renderer> = {}): Renderer => ({
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8aa1',
  version: 'v24.21.0',
  confinement: 'isolated',
  reason: null,
  inWork: 1,
  runFiles: 0,
  startedAt: '2025-11-20T15:04:05.123Z',
  seenAt: '2025-11-20T15:04:09.123Z',
  ...changes,
})

export const sandboxKey = (changes: Partial<SandboxKeyUsage> = {}): SandboxKeyUsage => ({
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8aa2',
  prefix: 'sandbox_0123',
  state: 'active',
  createdAt: '2025-11-20T15:04:05.123Z',
  expiresAt: '2025-12-04T15:04:05.123Z',
  lastUsedAt: '2025-11-20T16:04:05.123Z',
  revokedAt: null,
  proofs: 12,
  templates: 1,
  assets: 0,
  leadId: null,
  leadName: null,
  ...changes,
})

export const campaignLink = (changes: Partial<CampaignLink> = {}): CampaignLink => ({
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a77',
  code: 'Ab3dEf7',
  url: 'https://www.example.com/q/Ab3dEf7',
  target: '/postcards',
  label: 'Spring postcard, front',
  campaign: 'Spring mailing',
  piece: 'Postcard 6x9',
  isEnded: false,
  people: 1_200,
  bots: 3,
  by: 'Rosa Example',
  createdAt: '2025-11-20T15:04:05.123Z',
  version: 1,
  ...changes,
})

export const session = (changes: Partial<BrowserSession> = {}): BrowserSession => ({
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8aa1',
  isCurrent: false,
  browser: 'Chrome on Windows',
  network: '203.0.113.0/24',
  startedAt: '2025-11-20T15:04:05.123Z',
  lastUsedAt: '2025-11-20T15:31:00.000Z',
  endsAt: '2025-11-21T03:04:05.123Z',
  ...changes,
})

export const token = (changes: Partial<StaffToken> = {}): StaffToken => ({
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8ab1',
  name: 'Weekly report',
  prefix: 'staff_7Kx2',
  scopes: ['leads:read'],
  createdAt: '2025-11-20T15:04:05.123Z',
  expiresAt: '2126-02-18T15:04:05.123Z',
  lastUsedAt: '2025-11-20T15:31:00.000Z',
  ...changes,
})
