import type { LiveEvent } from '@app/api-client'
import { useSyncExternalStore } from 'react'

export type ArrivalKind = Extract<LiveEvent['kind'], 'leads' | 'sample_requests'>

interface Arrived {
  ids: readonly string[]
  /** The number of records in a large batch that arrived without ids. */
  unnamed: number
}

const nothing: Arrived = { ids: [], unnamed: 0 }

/** Maximum number of ids kept to recognize repeated events. Older ids are in every list by then. */
const maxSeen = 2_000

/**
 * Records that arrived since their list was loaded. App-wide, because events also arrive while another screen is open.
 */
const arrived = new Map<ArrivalKind, Arrived>()
const seen = new Set<string>()
const readers = new Set<() => void>()

function put(kind: ArrivalKind, next: Arrived): void {
  arrived.set(kind, next)
  for (const reader of readers) reader()
}

export function noteArrivals(kind: ArrivalKind, count: number, ids: readonly string[]): void {
  const fresh = ids.filter((id) => !seen.has(id))
  for (const id of fresh) seen.add(id)
  for (const id of seen) if (seen.size > maxSeen) seen.delete(id)
  const unnamed = Math.max(0, count - ids.length)
  if (fresh.length === 0 && unnamed === 0) return
  const before = arrived.get(kind) ?? nothing
  put(kind, { ids: [...before.ids, ...fresh], unnamed: before.unnamed + unnamed })
}

/** Call this when the list is reloaded. */
export const forgetArrivals = (kind: ArrivalKind): void => put(kind, nothing)

const subscribe = (reader: () => void) => {
  readers.add(reader)
  return () => void readers.delete(reader)
}

/** The number of new records that are not in the list on the screen. */
export function useArrivalCount(kind: ArrivalKind, shown: readonly { id: string }[] | undefined): number {
  const { ids, unnamed } = useSyncExternalStore(subscribe, () => arrived.get(kind) ?? nothing)
  if (!shown) return 0
  const listed = new Set(shown.map(({ id }) => id))
  return ids.filter((id) => !listed.has(id)).length + unnamed
}
