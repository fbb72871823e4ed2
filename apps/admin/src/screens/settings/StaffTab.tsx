import { Button } from '@mantine/core'
import { useState } from 'react'
import { useUrlState } from '../../list/use-url-state.ts'
import { AccountList } from './AccountList.tsx'
import { DisableQuestion, EnableQuestion, ResetQuestion, SecondFactorQuestion } from './account-questions.tsx'
import { ChangeLog } from './ChangeLog.tsx'
import { InvitationList } from './InvitationList.tsx'
import { RenewQuestion, RevokeQuestion } from './invitation-questions.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { LinkDialog, type NewLink } from './LinkDialog.tsx'
import type { AccountQuestion, InvitationQuestion } from './questions.ts'
import styles from './StaffTab.module.css'

export function StaffTab() {
  const url = useUrlState()
  const [question, setQuestion] = useState<AccountQuestion | InvitationQuestion>()
  // The link is shown once, so it is only kept here: neither in the URL nor in the cache.
  const [link, setLink] = useState<NewLink>()
  const close = () => setQuestion(undefined)

  return (
    <>
      <section aria-labelledby="accounts" className={styles.section}>
        <div className={styles.bar}>
          <h2 id="accounts" className={styles.heading}>
            Accounts
          </h2>
          <Button onClick={() => url.set({ edit: 'new' })}>Invite</Button>
        </div>
        <AccountList onAsk={setQuestion} />
      </section>
      <section aria-labelledby="invitations" className={styles.section}>
        <h2 id="invitations" className={styles.heading}>
          Invitations
        </h2>
        <InvitationList onAsk={setQuestion} />
      </section>
      <section aria-labelledby="changes" className={styles.section}>
        <ChangeLog />
      </section>
      {url.get('edit') === 'new' && (
        <InviteDialog onLink={setLink} onClose={() => url.set({ edit: undefined }, { replace: true })} />
      )}
      {question?.kind === 'disable' && <DisableQuestion account={question.account} onClose={close} />}
      {question?.kind === 'enable' && <EnableQuestion account={question.account} onClose={close} />}
      {question?.kind === 'reset' && <ResetQuestion account={question.account} onLink={setLink} onClose={close} />}
      {question?.kind === 'second-factor' && <SecondFactorQuestion account={question.account} onClose={close} />}
      {question?.kind === 'revoke' && <RevokeQuestion invitation={question.invitation} onClose={close} />}
      {question?.kind === 'renew' && (
        <RenewQuestion invitation={question.invitation} onLink={setLink} onClose={close} />
      )}
      {link && <LinkDialog {...link} onClose={() => setLink(undefined)} />}
    </>
  )
}
