import {
  deleteStaffSession,
  deleteStaffSessions,
  deleteStaffToken,
  type StaffAccount,
  useListStaffSessions,
  useListStaffTokens,
} from '@app/api-client'
import { Button, Modal } from '@mantine/core'
import { useRef } from 'react'
import styles from '../../access/Access.module.css'
import { SessionList } from '../../access/SessionList.tsx'
import { TokenList } from '../../access/TokenList.tsx'
import { DialogButtons, isOnTop, useFocusReturn } from '../../components/Dialog.tsx'

/** Another account's sessions, and the tokens that programs use on its behalf. */
export function AccessDialog({ account: { id, name }, onClose }: { account: StaffAccount; onClose: () => void }) {
  useFocusReturn()
  const sessions = useListStaffSessions(id)
  const tokens = useListStaffTokens(id)
  const tokenSection = useRef<HTMLElement>(null)
  const person = <strong dir="auto">{name}</strong>
  return (
    <Modal opened onClose={() => isOnTop(tokenSection.current) && onClose()} title={`Access for ${name}`} size="xl">
      <SessionList
        query={sessions}
        heading={<h3>Signed in</h3>}
        everywhere={{
          action: 'Sign out everywhere',
          send: () => deleteStaffSessions(id),
          saved: 'Signed out everywhere',
          failed: 'Failed to sign out',
          text: (
            <>
              {person} will be signed out of all browsers immediately, but can sign in again. Disable the account to
              keep them out.
            </>
          ),
        }}
        end={(session) => deleteStaffSession(session)}
        endText={<>of {person} will be signed out immediately.</>}
      />
      <section ref={tokenSection} aria-labelledby="staff-tokens" className={styles.section}>
        <div className={styles.bar}>
          <h3 id="staff-tokens">API tokens</h3>
        </div>
        <TokenList query={tokens} revoke={(token) => deleteStaffToken(token)} />
      </section>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </DialogButtons>
    </Modal>
  )
}
