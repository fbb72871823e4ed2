import type { FieldChange, LeadChange, LeadWork } from '@app/contract'
import { invalidMember } from '../../../errors.ts'

/** What staff make of a lead. */
export type Work = Omit<LeadWork, 'id' | 'version'>

/** The same with the lead that it was merged into, as the timeline tells changes. */
export interface Placed extends Work {
  mergedInto: string | null
}

const fields = ['ownerId', 'stage', 'lostReason', 'wonValue', 'nextStep', 'nextStepOn', 'mergedInto'] as const

const shown = (value: string | number | null): string | null => (value === null ? null : String(value))

/** Each member that differs, its values as text. */
export const changesBetween = (before: Placed, after: Placed): FieldChange[] =>
  fields
    .map((field) => ({ field, before: shown(before[field]), after: shown(after[field]) }))
    .filter((change) => change.before !== change.after)

const trimmed = (text: string | null): string | null => text?.trim() || null

/** The days that a next step can be due on: those that its index sorts. */
const firstDay = '2000-01-01'
const lastDay = '2999-12-31'

const isCents = (dollars: number): boolean => Number(dollars.toFixed(2)) === dollars

/**
 * The work after a change. Members that it leaves out stay, but for those that belong to the stage: they go with it.
 * @param at where the change is in the request's body
 * @throws {ProblemError} 400 when the change contradicts itself or the stage.
 */
export function changedWork(before: Work, change: LeadChange, at = ''): Work {
  const stage = change.stage ?? before.stage
  const lostReason = trimmed(change.lostReason === undefined ? before.lostReason : change.lostReason)
  const wonValue = change.wonValue === undefined ? before.wonValue : change.wonValue
  const nextStepOn = change.nextStepOn === undefined ? before.nextStepOn : change.nextStepOn
  if (stage === 'lost' && !lostReason) throw invalidMember(`${at}/lostReason`, 'must say why the lead is lost')
  if (stage !== 'lost' && trimmed(change.lostReason ?? null)) {
    throw invalidMember(`${at}/lostReason`, 'must be left out unless the lead is lost')
  }
  if (stage !== 'won' && typeof change.wonValue === 'number') {
    throw invalidMember(`${at}/wonValue`, 'must be left out unless the lead is won')
  }
  if (wonValue !== null && !isCents(wonValue)) {
    throw invalidMember(`${at}/wonValue`, 'must have no more than two decimals')
  }
  if (nextStepOn !== null && (nextStepOn < firstDay || nextStepOn > lastDay)) {
    throw invalidMember(`${at}/nextStepOn`, `must be between ${firstDay} and ${lastDay}`)
  }
  return {
    ownerId: change.ownerId === undefined ? before.ownerId : change.ownerId,
    stage,
    lostReason: stage === 'lost' ? lostReason : null,
    wonValue: stage === 'won' ? wonValue : null,
    nextStep: trimmed(change.nextStep === undefined ? before.nextStep : change.nextStep),
    nextStepOn,
  }
}
