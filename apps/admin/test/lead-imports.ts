import type { LeadImport } from '@app/api-client'

export const imported = (changes: Partial<LeadImport> = {}): LeadImport => ({
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a66',
  createdAt: '2026-11-20T15:04:05.123Z',
  fileName: 'fair.csv',
  by: 'Rosa Example',
  rows: 2,
  skipped: 1,
  leftOut: 0,
  left: 2,
  sendsToCrm: true,
  undoneAt: null,
  undoneBy: null,
  ...changes,
})
