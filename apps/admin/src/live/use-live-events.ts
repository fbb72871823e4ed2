import {
  getListLeadsQueryKey,
  getListSampleRequestsQueryKey,
  type LiveEvent,
  subscribeToLiveEvents,
} from '@app/api-client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isAtWork, onActivity } from '../session/activity.ts'
import { askSession } from '../session/ask-session.ts'
import { signInAgain } from '../session/sign-in-again.ts'
import { useStaff } from '../session/use-staff.ts'
import { watchLoads } from '../cache/invalidate.ts'
import { changeLoader } from './apply-change.ts'
import { noteArrivals } from '../cache/arrivals.ts'
import { reloadRequestFigures } from '../cache/request-cache.ts'

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
        // No row moves under a reader, but a list or a search that is opened from now on includes what arrived.
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
      // A refused stream gives no reason: perhaps the session is over.
      if (isAway) askSession().catch(() => {})
    })
    return () => {
      unsubscribe()
      stopWaiting()
    }
  }, [isSignedIn, queryClient])
  return isInterrupted
}
