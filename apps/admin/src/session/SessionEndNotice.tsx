import { Button, Group, Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { logoutUrl } from '../urls/api-origin.ts'
import { showFailure } from '../components/toasts.tsx'
import { askSession } from './ask-session.ts'
import { hasDrafts } from './drafts.ts'
import { announceSignOut } from './sign-out-elsewhere.ts'
import { useSessionEnd } from './use-session-end.ts'

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

/** Warns that the session is about to end, while there is still time to extend it. */
export function SessionEndNotice() {
  const end = useSessionEnd()
  const [dismissed, setDismissed] = useState<number>()
  const isShown = end !== undefined && dismissed !== end.at
  const dismiss = () => setDismissed(end?.at)
  const stay = useMutation({
    mutationFn: askSession,
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
          : `You have been inactive for a while. You will be logged out at ${clock.format(end.at)}.`}
        {hasDrafts() && ' Your text will stay in this tab.'}
      </p>
      <Group justify="flex-end">
        <Button component="a" href={logoutUrl} variant="default" onClick={announceSignOut}>
          Log out now
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
