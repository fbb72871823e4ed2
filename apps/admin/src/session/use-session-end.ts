import { useGetAuthUser } from '@app/api-client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { askSession } from './ask-session.ts'
import { lastUse, watchUse } from './session-use.ts'
import { signInAgain } from './sign-in-again.ts'

/** How long before the end it is announced. */
const noticeMs = 120_000
/** The server notes use once a minute, so the end may come so much sooner than the last call says. */
const blurMs = 60_000
/** Who typed or pointed so recently is at work, though no call was made. */
const atWorkMs = 300_000
const tickMs = 5_000

export interface SessionEnd {
  at: number
  /** Use does not put it off. */
  isFinal: boolean
}

/** The end of the session, once it is near. Somebody at work does not come near the one for idleness. */
export function useSessionEnd(): SessionEnd | undefined {
  const queryClient = useQueryClient()
  // Reads what RequireStaff asked for; it never asks itself.
  const session = useGetAuthUser({ query: { enabled: false } }).data?.data?.session
  const idleMs = session && session.idleMinutes * 60_000
  const finalAt = session && Date.parse(session.endsAt)
  const [near, setNear] = useState<SessionEnd>()
  const workedAt = useRef(0)

  useEffect(() => watchUse(queryClient), [queryClient])
  useEffect(() => {
    const note = () => {
      workedAt.current = Date.now()
    }
    const events = ['keydown', 'pointerdown'] as const
    for (const event of events) document.addEventListener(event, note, true)
    return () => events.forEach((event) => document.removeEventListener(event, note, true))
  }, [])

  useEffect(() => {
    if (idleMs === undefined || finalAt === undefined) return undefined
    const look = () => {
      const now = Date.now()
      const idleAt = lastUse() + idleMs
      if (now > Math.min(idleAt, finalAt)) return signInAgain()
      const end = { at: Math.min(idleAt - blurMs, finalAt), isFinal: finalAt <= idleAt - blurMs }
      if (end.at - now > noticeMs) return setNear(undefined)
      if (end.isFinal || now - workedAt.current > atWorkMs) {
        return setNear((before) => (before?.at === end.at ? before : end))
      }
      // When nobody answers, the next look asks again.
      askSession().catch(() => {})
      return undefined
    }
    // A computer that slept looks as soon as it wakes: timers stood still.
    document.addEventListener('visibilitychange', look)
    const timer = setInterval(look, tickMs)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [idleMs, finalAt])

  return near
}
