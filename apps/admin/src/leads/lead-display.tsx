import type { Lead } from '@app/api-client'
import { industryLabels, labelOf, leadStageLabels, leadStatusLabels, volumeLabels } from '@app/labels'
import { absent } from '../components/format.ts'
import styles from './StatusMark.module.css'

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

/** A missing value counts as new, and an unknown one is shown as is. */
const displayIn =
  (labels: Readonly<Record<string, string>>, tones: ReadonlyMap<string, Tone>) =>
  (value: string | null | undefined): { text: string; tone: Tone } => ({
    text: labelOf(labels, value || 'new'),
    tone: tones.get(value || 'new') ?? 'other',
  })

export const stageDisplay = displayIn(leadStageLabels, stageTones)
export const statusDisplay = displayIn(leadStatusLabels, tones)

export const industryText = (industry: string | null): string => (industry ? labelOf(industryLabels, industry) : absent)

export const volumeText = (volume: string | null): string => (volume ? labelOf(volumeLabels, volume) : absent)

/** Labels of the values that duplicate leads share. */
export const sharedNames: Record<NonNullable<Lead['duplicateBy']>[number], string> = {
  email: 'email',
  phone: 'phone number',
  name: 'name and company',
}

/** Describes what a lead has in common with another one. Undefined if they have nothing in common. */
export const duplicatesText = ({ duplicateBy = [] }: Pick<Lead, 'duplicateBy'>): string | undefined =>
  duplicateBy.length > 0
    ? `Same ${duplicateBy.map((shared) => sharedNames[shared]).join(', ')} as another lead`
    : undefined

/** A dot and a word: never color alone. */
export function StatusMark({ text, tone }: { text: string; tone: Tone }) {
  return (
    <span className={styles.status} data-tone={tone}>
      {text}
    </span>
  )
}
