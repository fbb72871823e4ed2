import { subscribeToLiveEvents, useGetAuthUser } from '@app/api-client'
import { useEffect } from 'react'
import { signInAgain } from '../session/sign-in-again.ts'
import { noteArrivals } from './arrivals.ts'

/** Subscribes to live events for as long as somebody is signed in. */
export function useLiveEvents(): void {
  // Reads the cached answer to RequireStaff's call and makes no call of its own.
  const session = useGetAuthUser({ query: { enabled: false } })
  const isSignedIn = Boolean(session.data?.data)

  useEffect(() => {
    if (!isSignedIn) return undefined
    return subscribeToLiveEvents(({ kind, count, ids }) => {
      if (kind === 'signed_out') signInAgain()
      else if (kind !== 'ready') noteArrivals(kind, count, ids)
    })
  }, [isSignedIn])
}
