import { Button, Group, Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'
import { logoutUrl } from '../api-origin.ts'
import { plainTitleBar } from '../layout/title-bar.ts'
import { showFailure } from '../layout/toasts.tsx'
import { askSession } from './ask-session.ts'
import { announceSignOut } from './sign-out-elsewhere.ts'
import { useSessionEnd } from './use-session-end.ts'

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

/** Says that the session is about to end, while there is time to go on. */
export function SessionEndNotice() {
  const end = useSessionEnd()
  const [dismissed, setDismissed] = useState<number>()
  const [isAsking, setAsking] = useState(false)
  const isShown = end !== undefined && dismissed !== end.at
  const dismiss = () => setDismissed(end?.at)
  const stay = async () => {
    setAsking(true)
    try {
      await askSession()
      dismiss()
    } catch (error) {
      showFailure(error instanceof Error ? error : new Error('no answer'), 'Failed to stay signed in')
    } finally {
      setAsking(false)
    }
  }
  // Escape and the close button mean that somebody is there.
  const close = end?.isFinal ? dismiss : () => void stay()
  // What lies beneath would close too: dialogs hear every key of the window, in the order in which they came to be.
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
      attributes={plainTitleBar}
      zIndex={400}
    >
      <p>
        {end.isFinal
          ? `You were signed in for as long as a session may last. It ends at ${clock.format(end.at)}; save what you are doing before.`
          : `Nothing has happened here for a while. You will be logged out at ${clock.format(end.at)}.`}{' '}
        What you have typed into a form waits here until you have signed in again.
      </p>
      <Group justify="flex-end">
        <Button component="a" href={logoutUrl} variant="default" onClick={announceSignOut}>
          Log out now
        </Button>
        {end.isFinal ? (
          <Button onClick={dismiss}>OK</Button>
        ) : (
          <Button loading={isAsking} onClick={() => void stay()} data-autofocus>
            Stay signed in
          </Button>
        )}
      </Group>
    </Modal>
  )
}
