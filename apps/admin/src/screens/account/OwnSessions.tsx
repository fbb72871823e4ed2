import { type StaffSession, useEndOtherSessions, useEndOwnSession, useListOwnSessions } from '@app/api-client'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Confirm } from '../../components/Confirm.tsx'
import { statusOf } from '../../components/ErrorNotice.tsx'
import { showRefusal } from '../../components/show-refusal.ts'
import { showSaved } from '../../components/toasts.tsx'
import { useOneSuccess } from '../../components/use-one-at-a-time.ts'
import account from './AccountScreen.module.css'
import styles from '../../access/Access.module.css'
import { browserText } from '../../access/access-display.ts'
import { SessionList } from '../../access/SessionList.tsx'

/** Where you are signed in, and the ways to end it elsewhere. */
export function OwnSessions() {
  const sessions = useListOwnSessions()
  const [question, ask] = useState<StaffSession | 'others'>()
  const hasOthers = sessions.data?.data.some(({ isCurrent }) => !isCurrent)
  const close = () => ask(undefined)
  return (
    <section aria-labelledby="sessions" className={styles.section}>
      <div className={styles.bar}>
        <h2 id="sessions" className={account.heading}>
          Where you are signed in
        </h2>
        {hasOthers && (
          <Button variant="default" onClick={() => ask('others')}>
            Sign out everywhere else
          </Button>
        )}
      </div>
      <p className={account.quiet}>If you do not recognize one of them, end it and change your password.</p>
      <SessionList query={sessions} action="Sign out" onEnd={ask} />
      {question === 'others' && <OthersQuestion onClose={close} />}
      {typeof question === 'object' && <OneQuestion session={question} onClose={close} />}
    </section>
  )
}

function OthersQuestion({ onClose }: { onClose: () => void }) {
  const write = useOneSuccess()
  const end = useEndOtherSessions({
    mutation: {
      onSuccess: () => showSaved('You are signed out everywhere else'),
      onError: (error) => showRefusal(error, 'Failed to sign out elsewhere'),
      onSettled: onClose,
    },
  })
  return (
    <Confirm
      opened
      title="Sign out everywhere else"
      action="Sign out"
      isWorking={end.isPending}
      onConfirm={() => write(() => end.mutateAsync())}
      onClose={onClose}
    >
      Every other browser is signed out at once, even in the middle of a form. This one stays signed in.
    </Confirm>
  )
}

function OneQuestion({ session, onClose }: { session: StaffSession; onClose: () => void }) {
  const write = useOneSuccess()
  const end = useEndOwnSession({
    mutation: {
      onSuccess: () => showSaved('Session ended'),
      // It may have ended by itself meanwhile, which is what was wanted.
      onError: (error) =>
        statusOf(error) === 404 ? showSaved('The session had ended') : showRefusal(error, 'Failed to end the session'),
      onSettled: onClose,
    },
  })
  return (
    <Confirm
      opened
      title="End session"
      action="Sign out"
      isWorking={end.isPending}
      onConfirm={() => write(() => end.mutateAsync({ id: session.id }))}
      onClose={onClose}
    >
      <strong>{browserText(session)}</strong> is signed out at once, also in the middle of a form.
    </Confirm>
  )
}
