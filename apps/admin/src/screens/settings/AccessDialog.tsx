import {
  getListChangesQueryKey,
  getListStaffSessionsQueryKey,
  type StaffAccount,
  type BrowserSession,
  useDeleteStaffSession,
  useDeleteStaffSessions,
  useListStaffSessions,
} from '@app/api-client'
import { Button, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm } from '../../components/Confirm.tsx'
import { DialogButtons } from '../../components/DialogButtons.tsx'
import { statusOf } from '../../components/ErrorNotice.tsx'
import { showRefusal } from '../../components/show-refusal.ts'
import { plainTitleBar } from '../../components/title-bar.ts'
import { showSaved } from '../../components/toasts.tsx'
import { useFocusReturn } from '../../components/use-focus-return.ts'
import { useOneSuccess } from '../../components/use-one-at-a-time.ts'
import styles from '../../access/Access.module.css'
import { browserText } from '../../access/access-display.ts'
import { StaffTokens } from './StaffTokens.tsx'
import { SessionList } from '../../access/SessionList.tsx'

type Props = { account: StaffAccount; onClose: () => void }

/** Another account's sessions, and the tokens that programs use in its name. */
export function AccessDialog({ account, onClose }: Props) {
  useFocusReturn()
  const sessions = useListStaffSessions(account.id)
  const [question, ask] = useState<BrowserSession | 'all'>()
  const [isAsking, setAsking] = useState(false)
  const close = () => ask(undefined)
  const hasSome = sessions.data && sessions.data.data.length > 0
  return (
    <>
      <Modal
        opened
        onClose={onClose}
        title={`Access for ${account.name}`}
        size="xl"
        closeOnEscape={question === undefined && !isAsking}
        closeButtonProps={{ 'aria-label': 'Close dialog' }}
        attributes={plainTitleBar}
      >
        <div className={styles.bar}>
          <h3>Signed in</h3>
          {hasSome && (
            <Button variant="default" onClick={() => ask('all')}>
              Sign out everywhere
            </Button>
          )}
        </div>
        <SessionList query={sessions} action="Sign out" onEnd={ask} />
        <StaffTokens account={account} onAsk={setAsking} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Done
          </Button>
        </DialogButtons>
      </Modal>
      {question === 'all' && <AllQuestion account={account} onClose={close} />}
      {typeof question === 'object' && <OneQuestion account={account} session={question} onClose={close} />}
    </>
  )
}

/** Reloads everything on this screen that ending a session changes. */
function useReload({ id }: StaffAccount) {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [getListStaffSessionsQueryKey(id), getListChangesQueryKey()].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
}

function AllQuestion({ account, onClose }: Props) {
  const write = useOneSuccess()
  const reload = useReload(account)
  const end = useDeleteStaffSessions({
    mutation: {
      onSuccess: () => showSaved('Signed out everywhere'),
      onError: (error) => showRefusal(error, 'Failed to sign out'),
      onSettled() {
        onClose()
        return reload()
      },
    },
  })
  return (
    <Confirm
      opened
      title="Sign out everywhere"
      action="Sign out"
      isWorking={end.isPending}
      onConfirm={() => write(() => end.mutateAsync({ id: account.id }))}
      onClose={onClose}
    >
      <strong dir="auto">{account.name}</strong> will be signed out of all browsers immediately, but can sign in again.
      Disable the account to keep them out.
    </Confirm>
  )
}

function OneQuestion({ account, session, onClose }: Props & { session: BrowserSession }) {
  const write = useOneSuccess()
  const reload = useReload(account)
  const end = useDeleteStaffSession({
    mutation: {
      onSuccess: () => showSaved('Session ended'),
      // It may have expired meanwhile, which has the same result.
      onError: (error) =>
        statusOf(error) === 404
          ? showSaved('The session had already ended')
          : showRefusal(error, 'Failed to end the session'),
      onSettled() {
        onClose()
        return reload()
      },
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
      <strong>{browserText(session)}</strong> of <strong dir="auto">{account.name}</strong> will be signed out
      immediately.
    </Confirm>
  )
}
