import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { askSession } from './ask-session.ts'
import { lastActivity, watchActivity } from './activity.ts'
import { lastUse, noteUse } from './session-use.ts'
import { signInAgain } from './sign-in-again.ts'
import { useStaff } from './use-staff.ts'
import { watchCalls } from './watch-calls.ts'

/** How long before its end the session's end is announced. */
const noticeMs = 120_000
/** The server records activity once a minute, so the session may end this much sooner than the last call suggests. */
const blurMs = 60_000
/** A person who typed or clicked this recently counts as active. */
const atWorkMs = 300_000
const tickMs = 5_000

export interface SessionEnd {
  at: number
  /** True if the session ends because of its maximum length, so activity doesn't extend it. */
  isFinal: boolean
}

/**
 * The end of the session, once it is near. The session of an active person is extended before it would end for
 * inactivity.
 */
export function useSessionEnd(): SessionEnd | undefined {
  const queryClient = useQueryClient()
  const session = useStaff()?.session
  const idleMs = session && session.idleMinutes * 60_000
  const finalAt = session && Date.parse(session.endsAt)
  const [near, setNear] = useState<SessionEnd>()

  useEffect(() => watchCalls(queryClient, 'success', noteUse), [queryClient])
  useEffect(watchActivity, [])

  useEffect(() => {
    if (idleMs === undefined || finalAt === undefined) return undefined
    const check = () => {
      const now = Date.now()
      const idleAt = lastUse() + idleMs
      if (now > Math.min(idleAt, finalAt)) return signInAgain()
      const end = { at: Math.min(idleAt - blurMs, finalAt), isFinal: finalAt <= idleAt - blurMs }
      if (end.at - now > noticeMs) return setNear(undefined)
      if (end.isFinal || now - lastActivity() > atWorkMs) {
        return setNear((before) => (before?.at === end.at ? before : end))
      }
      // If the server does not answer, the next check tries again.
      askSession().catch(() => {})
      return undefined
    }
    // Timers stop while a computer sleeps, so check as soon as it wakes.
    document.addEventListener('visibilitychange', check)
    const timer = setInterval(check, tickMs)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [idleMs, finalAt])

  return near
}
