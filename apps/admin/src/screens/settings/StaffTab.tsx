import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { createStaffInvitation, type StaffRole, useListChanges } from '@app/api-client'
import { Section } from '../../components/Section.tsx'
import { keepPage, pageOf, useUrlDialog, useUrlState, valueOf } from '../../list/use-url-state.ts'
import { AccountList } from './AccountList.tsx'
import { InvitationList } from './InvitationList.tsx'
import { LinkDialog, type NewLink } from './LinkDialog.tsx'
import { emailRule, requiredLine, trimmed } from '../../components/text-rules.ts'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { useRecordEdit } from '../../edit/use-record-edit.tsx'
import { InviteFields } from '../../people/InviteFields.tsx'
import { roleMeanings, roles } from './roles.ts'
import { useOwners } from '../../leads/OwnerName.tsx'
import { ChangeEntry } from '../../list/ChangeEntry.tsx'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import { PagedRows } from '../../list/PagedRows.tsx'
import { actionText, changedTypes, shownChange } from './change-display.ts'
import styles from './StaffTab.module.css'

export function StaffTab() {
  const dialog = useUrlDialog('edit')
  // The link is shown once, so it is only kept here: neither in the URL nor in the cache.
  const [link, setLink] = useState<NewLink>()

  return (
    <>
      <Section title="Accounts" action={<Button onClick={() => dialog.open()}>Invite</Button>}>
        <AccountList onLink={setLink} />
      </Section>
      <Section title="Invitations">
        <InvitationList onLink={setLink} />
      </Section>
      <ChangeLog />
      {dialog.isOpen && <InviteDialog onLink={setLink} onClose={dialog.close} />}
      {link && <LinkDialog {...link} onClose={() => setLink(undefined)} />}
    </>
  )
}

type InviteForm = { name: string; email: string; role: StaffRole }

function InviteDialog({ onLink, onClose }: { onLink: (link: NewLink) => void; onClose: () => void }) {
  const { form, dialog } = useRecordEdit({
    what: 'invitation',
    kind: 'accounts',
    valuesOf: (): InviteForm => ({ name: '', email: '', role: 'viewer' }),
    rules: { name: requiredLine('Name is required'), email: emailRule },
    send: (values) => createStaffInvitation(trimmed(values)),
    create: {
      saved: ({ path }, { email }) => (path ? 'Invitation created successfully' : `Invitation sent to ${email.trim()}`),
      failed: 'Failed to create invitation',
    },
    onSaved({ path, expiresAt }, { name }) {
      if (path) onLink({ title: 'Invitation link', link: { path, expiresAt }, person: name.trim() })
    },
    onClose,
  })

  return (
    <FormDialog title="Invite to the staff app" size="md" action="Create invitation" {...dialog}>
      <InviteFields area="" fieldProps={form.getInputProps} />
      <NativeSelect
        label="Role"
        required
        data={roles}
        description={roleMeanings[form.values.role]}
        {...form.getInputProps('role')}
      />
    </FormDialog>
  )
}

const pageSize = 20

/** The log of changes to everything but leads and sample requests, from this app or the command line. */
function ChangeLog() {
  const url = useUrlState()
  const recordType = valueOf(changedTypes, url.get('record'))
  const log = useListChanges({ ...pageOf(url, pageSize), ...(recordType && { recordType }) }, keepPage)
  const owners = useOwners()

  return (
    <Section
      title="Changes"
      action={
        <div className={styles.actions}>
          <FilterSelect name="record" aria-label="Record type" all="All types" options={changedTypes} />
          <Button variant="default" loading={log.isFetching} onClick={() => void log.refetch()}>
            Refresh
          </Button>
        </div>
      }
    >
      <PagedRows
        query={log}
        label="Changes"
        empty={recordType ? 'No changes match' : 'No changes yet'}
        hint="Every change to an account, setting, template, price, or campaign link is recorded here, with the person who made it."
        height={160}
      >
        {(entry) => (
          <ChangeEntry
            key={entry.id}
            entry={entry}
            action={actionText(entry)}
            shown={(change) => shownChange(entry, change, owners)}
          />
        )}
      </PagedRows>
    </Section>
  )
}
