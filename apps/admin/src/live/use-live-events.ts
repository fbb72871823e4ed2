import {
  getListLeadsQueryKey,
  getListSampleRequestsQueryKey,
  type LiveEvent,
  ownWriteAt,
  subscribeToLiveEvents,
} from '@app/api-client'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fieldNames } from '@app/labels'
import { isAtWork, onActivity } from '../session/activity.ts'
import { askSession } from '../session/ask-session.ts'
import { signInAgain } from '../session/sign-in-again.ts'
import { useStaff } from '../session/use-staff.ts'
import { type Since, watchLoads } from '../cache/queries.ts'
import { noteArrivals } from '../cache/arrivals.ts'
import { reloadRequestFigures } from '../cache/request-cache.ts'
import { type Ids, type Kind, reloadRecords } from '../cache/reload-records.ts'

/**
 * Subscribes to live events while someone is signed in. Returns whether the stream has been interrupted for a while.
 */
export function useLiveEvents(): boolean {
  const [isInterrupted, setInterrupted] = useState(false)
  const queryClient = useQueryClient()
  const staff = useStaff()
  const isSignedIn = Boolean(staff) && !staff?.needsSecondFactor

  useEffect(() => watchLoads(queryClient), [queryClient])
  useEffect(() => {
    if (!isSignedIn) return undefined
    const load = changeLoader(queryClient)
    const openedAt = Date.now()
    let isBehind = false
    const stopWaiting = onActivity(() => {
      if (isBehind) load.everything()
      isBehind = false
    })
    const receive = (event: LiveEvent, isFirst: boolean) => {
      const { kind, changed, count, ids } = event
      if (kind === 'signed_out') return signInAgain()
      if (!changed && kind !== 'ready') {
        noteArrivals(kind, count, ids)
        // No row moves while the user is reading, but a list or a search opened from now on includes the new records.
        const queryKey = kind === 'leads' ? getListLeadsQueryKey() : getListSampleRequestsQueryKey()
        void queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
      }
      isBehind ||= !isAtWork(openedAt)
      if (isBehind) return
      if (changed) void load.change(changed, event)
      else if (kind === 'sample_requests') void reloadRequestFigures(queryClient)
      else if (kind === 'ready' && !isFirst) load.everything()
    }
    const unsubscribe = subscribeToLiveEvents(receive, (isAway) => {
      setInterrupted(isAway)
      // A rejected stream gives no reason. The session may be over.
      if (isAway) askSession().catch(() => {})
    })
    return () => {
      unsubscribe()
      stopWaiting()
    }
  }, [isSignedIn, queryClient])
  return isInterrupted
}

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
  // Waits until the write's own reloads have begun.
  await new Promise((resolve) => setTimeout(resolve))
  return answered
}

/**
 * Loads what changed. For each record type, one load runs at a time, and later changes are loaded after it, so a
 * response that predates a change is never the last one. The next change makes up for a failed load. After this page's
 * own change, loads only what the write did not reload.
 */
function changeLoader(queryClient: QueryClient) {
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
    /** Reloads everything, because anything may have changed while the stream was interrupted. */
    everything(): void {
      for (const changed of fieldNames(reloadRecords)) void load(changed, { ids: undefined, since: undefined })
    },
  }
}
