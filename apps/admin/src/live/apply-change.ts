import { type LiveEvent, ownWriteAt } from '@app/api-client'
import { fieldNames } from '@app/labels'
import type { QueryClient } from '@tanstack/react-query'
import type { Since } from '../cache/invalidate.ts'
import { type Ids, type Kind, reloadRecords } from '../cache/reload-records.ts'

/** The records to reload after a change. Queries loaded at or after `since` are current. */
interface Change {
  ids: Ids
  since: Since
}

const both = (one: Change, other: Change): Change => ({
  ids: one.ids && other.ids && [...one.ids, ...other.ids],
  since: one.since && other.since && Math.max(one.since, other.since),
})

/** The time from which queries include a change: when this page received the response, if it made the change. */
async function knownSince({ requestId }: LiveEvent): Promise<Since> {
  const answered = requestId && (await ownWriteAt(requestId))
  if (!answered) return undefined
  // After the write's own reloads have begun.
  await new Promise((resolve) => setTimeout(resolve))
  return answered
}

/**
 * Loads what changed. Per record type, one load runs at a time and further changes are loaded after it, so a response from
 * before a change is never the last one. A failed load is made up for by the next change. After this page's own change, only
 * what the write did not reload is loaded.
 */
export function changeLoader(queryClient: QueryClient) {
  const loading = new Set<Kind>()
  const waiting = new Map<Kind, Change>()

  const load = async (changed: Kind, change: Change): Promise<void> => {
    const before = waiting.get(changed)
    if (loading.has(changed)) {
      waiting.set(changed, before ? both(before, change) : change)
      return
    }
    loading.add(changed)
    await reloadRecords[changed](queryClient, change.ids, change.since).catch(() => {})
    loading.delete(changed)
    const next = waiting.get(changed)
    waiting.delete(changed)
    if (next) await load(changed, next)
  }
  return {
    change: async (changed: Kind, event: LiveEvent): Promise<void> => {
      const ids = event.count > event.ids.length ? undefined : event.ids
      await load(changed, { ids, since: await knownSince(event) })
    },
    /** After the stream was interrupted, anything may have changed. */
    everything(): void {
      for (const changed of fieldNames(reloadRecords)) void load(changed, { ids: undefined, since: undefined })
    },
  }
}
