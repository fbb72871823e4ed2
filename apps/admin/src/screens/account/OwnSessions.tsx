import { type BrowserSession, useDeleteOtherSessions, useDeleteOwnSession, useListOwnSessions } from '@app/api-client'
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

/** Your sessions, and buttons to end the others. */
export function OwnSessions() {
  const sessions = useListOwnSessions()
  const [question, ask] = useState<BrowserSession | 'others'>()
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
      <p className={account.quiet}>If you don’t recognize one of them, end it and change your password.</p>
      <SessionList query={sessions} action="Sign out" onEnd={ask} />
      {question === 'others' && <OthersQuestion onClose={close} />}
      {typeof question === 'object' && <OneQuestion session={question} onClose={close} />}
    </section>
  )
}

function OthersQuestion({ onClose }: { onClose: () => void }) {
  const write = useOneSuccess()
  const end = useDeleteOtherSessions({
    mutation: {
      onSuccess: () => showSaved('Signed out everywhere else'),
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
      All other browsers are signed out immediately, including any with unsaved forms. This one stays signed in.
    </Confirm>
  )
}

function OneQuestion({ session, onClose }: { session: BrowserSession; onClose: () => void }) {
  const write = useOneSuccess()
  const end = useDeleteOwnSession({
    mutation: {
      onSuccess: () => showSaved('Session ended'),
      // It may have expired meanwhile, which has the same result.
      onError: (error) =>
        statusOf(error) === 404
          ? showSaved('The session had already ended')
          : showRefusal(error, 'Failed to end the session'),
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
      <strong>{browserText(session)}</strong> will be signed out immediately, even with an unsaved form.
    </Confirm>
  )
}
