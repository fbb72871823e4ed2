import { useGetAuthUser } from '@app/api-client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { askSession } from './ask-session.ts'
import { lastWork, watchWork } from './at-work.ts'
import { lastUse, watchUse } from './session-use.ts'
import { signInAgain } from './sign-in-again.ts'

/** How long before its end the session's end is announced. */
const noticeMs = 120_000
/** The server records activity once a minute, so the session may end this much sooner than the last call suggests. */
const blurMs = 60_000
/** A person who typed or clicked this recently counts as active. */
const atWorkMs = 300_000
const tickMs = 5_000

export interface SessionEnd {
  at: number
  /** Activity does not postpone it: the session has reached its maximum length. */
  isFinal: boolean
}

/** The end of the session, once it is near. For an active person the session is extended before it ends for inactivity. */
export function useSessionEnd(): SessionEnd | undefined {
  const queryClient = useQueryClient()
  // Reads the cached answer to RequireStaff's call and makes no call of its own.
  const session = useGetAuthUser({ query: { enabled: false } }).data?.data?.session
  const idleMs = session && session.idleMinutes * 60_000
  const finalAt = session && Date.parse(session.endsAt)
  const [near, setNear] = useState<SessionEnd>()

  useEffect(() => watchUse(queryClient), [queryClient])
  useEffect(watchWork, [])

  useEffect(() => {
    if (idleMs === undefined || finalAt === undefined) return undefined
    const check = () => {
      const now = Date.now()
      const idleAt = lastUse() + idleMs
      if (now > Math.min(idleAt, finalAt)) return signInAgain()
      const end = { at: Math.min(idleAt - blurMs, finalAt), isFinal: finalAt <= idleAt - blurMs }
      if (end.at - now > noticeMs) return setNear(undefined)
      if (end.isFinal || now - lastWork() > atWorkMs) {
        return setNear((before) => (before?.at === end.at ? before : end))
      }
      // If the server does not answer, the next check asks again.
      askSession().catch(() => {})
      return undefined
    }
    // Timers stand still while a computer sleeps, so check as soon as it wakes.
    document.addEventListener('visibilitychange', check)
    const timer = setInterval(check, tickMs)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [idleMs, finalAt])

  return near
}
