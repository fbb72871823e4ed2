import type { LiveEvent } from '@app/api-client'
import { useSyncExternalStore } from 'react'

export type ArrivalKind = Extract<LiveEvent['kind'], 'leads' | 'sample_requests'>

interface Arrived {
  ids: readonly string[]
  /** Arrived in a crowd that was told by its number. */
  unnamed: number
}

const nothing: Arrived = { ids: [], unnamed: 0 }

/** What was told is recognized when it is told again; older ids are in every list by then. */
const maxTold = 2_000

/** What has arrived since its list was loaded, app-wide: news do not stop while another screen is open. */
const arrived = new Map<ArrivalKind, Arrived>()
const told = new Set<string>()
const readers = new Set<() => void>()

function put(kind: ArrivalKind, next: Arrived): void {
  arrived.set(kind, next)
  for (const reader of readers) reader()
}

export function noteArrivals(kind: ArrivalKind, count: number, ids: readonly string[]): void {
  const fresh = ids.filter((id) => !told.has(id))
  for (const id of fresh) told.add(id)
  for (const id of told) if (told.size > maxTold) told.delete(id)
  const unnamed = Math.max(0, count - ids.length)
  if (fresh.length === 0 && unnamed === 0) return
  const before = arrived.get(kind) ?? nothing
  put(kind, { ids: [...before.ids, ...fresh], unnamed: before.unnamed + unnamed })
}

/** Its list is loaded anew. */
export const forgetArrivals = (kind: ArrivalKind): void => put(kind, nothing)

const subscribe = (reader: () => void) => {
  readers.add(reader)
  return () => void readers.delete(reader)
}

/** How many have arrived that the list, as it is shown, does not hold. */
export function useArrivalCount(kind: ArrivalKind, shown: readonly { id: string }[] | undefined): number {
  const { ids, unnamed } = useSyncExternalStore(subscribe, () => arrived.get(kind) ?? nothing)
  if (!shown) return 0
  const seen = new Set(shown.map(({ id }) => id))
  return ids.filter((id) => !seen.has(id)).length + unnamed
}
