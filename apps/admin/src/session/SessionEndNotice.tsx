import { getCurrentUser } from '@app/api-client'
import { Button, Group, Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { logoutUrl } from '../urls/api-origin.ts'
import { showFailure } from '../components/toasts.tsx'
import { askSession, lastUse, noteUse } from './ask-session.ts'
import { hasDrafts } from './drafts.ts'
import { announceSignOut } from './sign-out-elsewhere.ts'
import { lastActivity, watchActivity } from './activity.ts'
import { signInAgain } from './sign-in-again.ts'
import { useStaff } from './use-staff.ts'
import { watchCalls } from './watch-calls.ts'

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

/** Warns that the session is about to end, while there is still time to extend it. */
export function SessionEndNotice() {
  const end = useSessionEnd()
  const [dismissed, setDismissed] = useState<number>()
  const isShown = end !== undefined && dismissed !== end.at
  const dismiss = () => setDismissed(end?.at)
  const stay = useMutation({
    // Not `askSession`, which also resolves when the session is over. That would count as using the session.
    mutationFn: () => getCurrentUser(),
    onSuccess: dismiss,
    onError: (error) => showFailure(error, 'Failed to stay signed in'),
  })
  // Escape and the close button show that someone is there, so they extend the session too.
  const close = end?.isFinal ? dismiss : () => stay.mutate()
  // Every open dialog listens on the window, in mounting order. Without this, Escape would also close the one below.
  useWindowEvent(
    'keydown',
    (event) => {
      if (!isShown || event.key !== 'Escape' || event.isComposing) return
      event.stopImmediatePropagation()
      close()
    },
    { capture: true },
  )
  if (!end) return null

  return (
    <Modal
      opened={isShown}
      onClose={close}
      closeOnEscape={false}
      title={end.isFinal ? 'Your session is about to end' : 'Are you still there?'}
      closeButtonProps={{ 'aria-label': 'Close notice' }}
      zIndex={400}
    >
      <p>
        {end.isFinal
          ? `Your session has reached its maximum length. It ends at ${clock.format(end.at)}; save your work before then.`
          : `You’ve been inactive for a while. You’ll be signed out at ${clock.format(end.at)}.`}
        {hasDrafts() && ' Your text will stay in this tab.'}
      </p>
      <Group justify="flex-end">
        <Button component="a" href={logoutUrl} variant="default" onClick={announceSignOut}>
          Sign out now
        </Button>
        {end.isFinal ? (
          <Button onClick={dismiss}>OK</Button>
        ) : (
          <Button loading={stay.isPending} onClick={() => stay.mutate()} data-autofocus>
            Stay signed in
          </Button>
        )}
      </Group>
    </Modal>
  )
}

/** How long before the end of the session the notice appears. */
const noticeMs = 120_000
/** The server records activity once a minute, so the session may end this much sooner than the last call suggests. */
const blurMs = 60_000
/** A person who typed or clicked this recently counts as active. */
const atWorkMs = 300_000
const tickMs = 5_000

interface SessionEnd {
  at: number
  /** True if the session ends because of its maximum length, so activity doesn't extend it. */
  isFinal: boolean
}

/**
 * The end of the session, once it is near. Extends the session of an active person before it would end for inactivity.
 */
function useSessionEnd(): SessionEnd | undefined {
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
      // If the server doesn't respond, the next check tries again.
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
