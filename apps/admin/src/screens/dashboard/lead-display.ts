import { absent } from '../../list/date-text.ts'

export const industries: Record<string, string> = {
  automotive: 'Automotive',
  health: 'Health & Wellness',
  'home-services': 'Home Services',
  mortgage: 'Mortgage & Banking',
  retail: 'Retail & eCommerce',
  other: 'Other',
}

/** Pieces a month. */
export const volumes: Record<string, string> = {
  'under-1000': 'Under 1,000',
  '1000-5000': '1,000–4,999',
  '5000-25000': '5,000–24,999',
  '25000-100000': '25,000–99,999',
  'over-100000': '100,000+',
}

export const statuses: Record<string, { text: string; tone: Tone }> = {
  new: { text: 'New', tone: 'waiting' },
  synced: { text: 'Synced', tone: 'done' },
  sync_failed: { text: 'Sync Failed', tone: 'failed' },
}

export type Tone = 'waiting' | 'done' | 'failed' | 'other'

/** A value this version does not know is shown as it is. */
export const industryText = (industry: string | null): string => textOf(industries, industry)
export const volumeText = (volume: string | null): string => textOf(volumes, volume)

const textOf = (texts: Record<string, string>, value: string | null): string => {
  if (!value) return absent
  return Object.hasOwn(texts, value) ? texts[value]! : value
}

export const leadName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  [firstName, lastName].filter(Boolean).join(' ')

/** A missing status counts as new; one of the CRM's own is shown as it is. */
export function statusDisplay(status: string | null | undefined): { text: string; tone: Tone } {
  const value = status || 'new'
  return Object.hasOwn(statuses, value) ? statuses[value]! : { text: value, tone: 'other' }
}
