import type { PricingAuditEntry, PricingProduct, SampleRequest, SampleTemplate } from '@app/api-client'

export const template = (changes: Partial<SampleTemplate> = {}): SampleTemplate => ({
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a33',
  name: 'Spring postcard',
  type: 'postcard',
  frontImageUrl: 'https://images.example.com/front.png',
  backImageUrl: 'https://images.example.com/back.png',
  description: 'Seasonal offer, full bleed.',
  active: true,
  createdAt: '2026-11-20T15:04:05.123Z',
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
  createdAt: '2026-11-20T15:04:05.123Z',
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
  createdAt: '2026-11-20T15:04:05.123Z',
  ...changes,
})
