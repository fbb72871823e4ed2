import type { Lead } from '@app/api-client'
import { industryLabels, labelOf, leadStageLabels, leadStatusLabels, volumeLabels } from '@app/labels'
import { absent } from '../components/date-text.ts'

export type Tone = 'waiting' | 'done' | 'failed' | 'other'

const tones = new Map<string, Tone>([
  ['new', 'waiting'],
  ['synced', 'done'],
  ['sync_failed', 'failed'],
])

const stageTones = new Map<string, Tone>([
  ['contacted', 'waiting'],
  ['qualified', 'waiting'],
  ['won', 'done'],
  ['lost', 'failed'],
])

/** A missing stage counts as new. */
export function stageDisplay(stage: string | undefined): { text: string; tone: Tone } {
  const value = stage ?? 'new'
  return { text: labelOf(leadStageLabels, value), tone: stageTones.get(value) ?? 'other' }
}

export const industryText = (industry: string | null): string => (industry ? labelOf(industryLabels, industry) : absent)

export const volumeText = (volume: string | null): string => (volume ? labelOf(volumeLabels, volume) : absent)

const sharedNames: Record<NonNullable<Lead['duplicateBy']>[number], string> = {
  email: 'email',
  phone: 'phone number',
  name: 'name and company',
}

/** Describes what a lead has in common with another one. Undefined if it has nothing in common. */
export const duplicatesText = ({ duplicateBy = [] }: Pick<Lead, 'duplicateBy'>): string | undefined =>
  duplicateBy.length > 0
    ? `Same ${duplicateBy.map((shared) => sharedNames[shared]).join(', ')} as another lead`
    : undefined

/** A missing status counts as new. The CRM's own statuses are shown as is. */
export function statusDisplay(status: string | null | undefined): { text: string; tone: Tone } {
  const value = status || 'new'
  return { text: labelOf(leadStatusLabels, value), tone: tones.get(value) ?? 'other' }
}
