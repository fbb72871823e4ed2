import { Button } from '@mantine/core'
import { useState } from 'react'
import { useUrlState } from '../../list/use-url-state.ts'
import { AccountList } from './AccountList.tsx'
import { ChangeLog } from './ChangeLog.tsx'
import { InvitationList } from './InvitationList.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { LinkDialog, type NewLink } from './LinkDialog.tsx'
import styles from './StaffTab.module.css'

export function StaffTab() {
  const url = useUrlState()
  // The link is shown once, so it is only kept here: neither in the URL nor in the cache.
  const [link, setLink] = useState<NewLink>()

  return (
    <>
      <section aria-labelledby="accounts" className={styles.section}>
        <div className={styles.bar}>
          <h2 id="accounts" className={styles.heading}>
            Accounts
          </h2>
          <Button onClick={() => url.set({ edit: 'new' })}>Invite</Button>
        </div>
        <AccountList onLink={setLink} />
      </section>
      <section aria-labelledby="invitations" className={styles.section}>
        <h2 id="invitations" className={styles.heading}>
          Invitations
        </h2>
        <InvitationList onLink={setLink} />
      </section>
      <section aria-labelledby="changes" className={styles.section}>
        <ChangeLog />
      </section>
      {url.get('edit') === 'new' && (
        <InviteDialog onLink={setLink} onClose={() => url.set({ edit: undefined }, { replace: true })} />
      )}
      {link && <LinkDialog {...link} onClose={() => setLink(undefined)} />}
    </>
  )
}
