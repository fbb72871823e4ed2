import { Button } from '@mantine/core'
import { useState } from 'react'
import { Section } from '../../components/Section.tsx'
import { useUrlState } from '../../list/use-url-state.ts'
import { AccountList } from './AccountList.tsx'
import { ChangeLog } from './ChangeLog.tsx'
import { InvitationList } from './InvitationList.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { LinkDialog, type NewLink } from './LinkDialog.tsx'

export function StaffTab() {
  const url = useUrlState()
  // The link is shown once, so it is only kept here: neither in the URL nor in the cache.
  const [link, setLink] = useState<NewLink>()

  return (
    <>
      <Section title="Accounts" action={<Button onClick={() => url.set({ edit: 'new' })}>Invite</Button>}>
        <AccountList onLink={setLink} />
      </Section>
      <Section title="Invitations">
        <InvitationList onLink={setLink} />
      </Section>
      <ChangeLog />
      {url.get('edit') === 'new' && (
        <InviteDialog onLink={setLink} onClose={() => url.set({ edit: undefined }, { replace: true })} />
      )}
      {link && <LinkDialog {...link} onClose={() => setLink(undefined)} />}
    </>
  )
}
