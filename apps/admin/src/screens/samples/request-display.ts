import type { SampleRequest } from '@app/api-client'
import { labelOf, syncStatusLabels } from '@app/labels'
import { countText } from '../../components/format.ts'
import { fullName } from '../../people/full-name.ts'

/** Every status except `synced` is shown as an error. Unknown statuses are shown as is. */
export function syncDisplay(status: string | undefined): { text: string; isSynced: boolean } {
  const value = status || 'pending'
  return { text: labelOf(syncStatusLabels, value), isSynced: value === 'synced' }
}

export interface Age {
  text: string
  isLate: boolean
}

/** How long a pending request has waited. The server decides what is late. */
export function ageOf({ waitingDays = 0, isLate = false }: SampleRequest): Age {
  if (waitingDays === 0) return { text: 'New', isLate }
  return { text: isLate ? `Late: ${countText(waitingDays, 'day')}` : countText(waitingDays, 'business day'), isLate }
}

export const versionOf = ({ version = 1 }: SampleRequest): number => version

/** Describes the differences between two versions of a request. */
function changesBetween(before: SampleRequest, after: SampleRequest): string {
  const changes = [
    ...(after.printedAt === before.printedAt ? [] : [after.printedAt ? 'printed' : 'marked as not printed']),
    ...(after.processed === before.processed ? [] : [`marked as ${after.processed ? 'processed' : 'pending'}`]),
    ...(after.trackingNumber === before.trackingNumber ? [] : ['given a different tracking number']),
  ]
  return changes.join(' and ') || 'changed'
}

/** Describes how colleagues changed requests since they were shown. Undefined if nothing is known. */
export function changesText(shown: readonly SampleRequest[], now: readonly SampleRequest[]): string | undefined {
  const stored = new Map(now.map((request) => [request.id, request]))
  const changed = shown.flatMap((before) => {
    const after = stored.get(before.id)
    return after && versionOf(after) !== versionOf(before) ? [{ before, after }] : []
  })
  const [first] = changed
  if (!first) return undefined
  const { before, after } = first
  const others = changed.length - 1
  return [
    `${fullName(after)}’s request has since been ${changesBetween(before, after)} by ${after.changedBy ?? 'someone else'}.`,
    ...(others > 0 ? [`${others} more ${others === 1 ? 'has' : 'have'} changed too.`] : []),
  ].join(' ')
}

/** Describes what this request has in common with another one. */
export const duplicatesText = ({ duplicateBy = [] }: SampleRequest): string | undefined =>
  duplicateBy.length > 0 ? `Same ${duplicateBy.join(' and ')} as another request` : undefined
