import type { SampleRequest } from '@app/api-client'
import { labelOf, syncStatusLabels } from '@app/ui/labels'

/** Any status but `synced` is shown as an error; one that this version does not know is shown as it is. */
export function syncDisplay(status: string | undefined): { text: string; isSynced: boolean } {
  const value = status || 'pending'
  return { text: labelOf(syncStatusLabels, value), isSynced: value === 'synced' }
}

export const requesterName = ({ firstName, lastName }: SampleRequest): string =>
  [firstName, lastName].filter(Boolean).join(' ')

/** The site promises samples within this many business days. */
const promisedDays = { from: 3, to: 5 }

/** Business days that have begun since then, Monday to Friday. Holidays are not taken into account. */
export function businessDaysSince(instant: string, now: number): number {
  const start = new Date(instant)
  let day = new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1)
  let days = 0
  while (day.getTime() <= now && days < 250) {
    if (day.getDay() !== 0 && day.getDay() !== 6) days += 1
    day = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1)
  }
  return days
}

export type Age = { text: string; tone: 'fresh' | 'due' | 'late' }

/** How long a pending request has waited, compared with what was promised. */
export function ageOf(createdAt: string, now: number): Age {
  const days = businessDaysSince(createdAt, now)
  const tone = days > promisedDays.to ? 'late' : days >= promisedDays.from ? 'due' : 'fresh'
  const promise = `${promisedDays.from}–${promisedDays.to}`
  if (days === 0) return { text: `New, promised in ${promise} business days`, tone }
  return { text: `${days} business ${days === 1 ? 'day' : 'days'}, promised in ${promise}`, tone }
}

/** Says in words what this request has in common with another one. */
export const repeatsText = ({ repeats = [] }: SampleRequest): string | undefined =>
  repeats.length > 0 ? `Same ${repeats.join(' and ')} as another request` : undefined
