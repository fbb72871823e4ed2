import {
  createAccountMember,
  deleteAccountMember,
  type InvitedMember,
  type Member,
  resendMemberInvitation,
  useListAccountMembers,
} from '@app/api-client'
import { Button } from '@mantine/core'
import { LastTime, Stamp } from '../../components/Instant.tsx'
import { emailRule, requiredLine, trimmed } from '../../components/text-rules.ts'
import { AskButton } from '../../edit/AskButton.tsx'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { useRecordEdit } from '../../edit/use-record-edit.tsx'
import { useWrite } from '../../edit/use-write.ts'
import { RowButton } from '../../list/RowButton.tsx'
import { Cell, Row } from '../../list/Row.tsx'
import rows from '../../list/Rows.module.css'
import { useUrlDialog } from '../../list/use-url-state.ts'
import { InviteFields } from '../../people/InviteFields.tsx'
import { useCanEdit } from '../../session/use-staff.ts'
import { itemColumns, ListSection } from './ListSection.tsx'

type Props = { accountId: string; onInvited: (invited: InvitedMember) => void }

/** The people who can sign in to the customer area. */
export function MemberList({ accountId, onInvited }: Props) {
  const dialog = useUrlDialog('edit')
  const canEdit = useCanEdit()
  const members = useListAccountMembers(accountId)
  const resend = useWrite<Member, InvitedMember>({
    send: ({ id }) => resendMemberInvitation(id),
    kind: 'customer_accounts',
    what: 'member',
    saved: ({ link }) => (link ? 'Sign-in link created' : 'Invitation sent'),
    failed: 'The invitation could not be sent',
  })
  return (
    <>
      <ListSection
        title="Members"
        query={members}
        action={canEdit && <Button onClick={() => dialog.open('member')}>Invite a member</Button>}
        empty="No members yet"
        hint="No one can sign in to this account."
      >
        {(member) => (
          <MemberRow
            key={member.id}
            member={member}
            canEdit={canEdit}
            isSending={resend.pending?.id === member.id}
            onResend={() => resend.start(member, onInvited)}
          />
        )}
      </ListSection>
      {canEdit && dialog.id === 'member' && (
        <MemberDialog accountId={accountId} onInvited={onInvited} onClose={dialog.close} />
      )}
    </>
  )
}

function MemberDialog({ accountId, onInvited, onClose }: Props & { onClose: () => void }) {
  const { form, dialog } = useRecordEdit({
    what: `member of account ${accountId}`,
    kind: 'customer_accounts',
    valuesOf: () => ({ name: '', email: '' }),
    rules: { name: requiredLine('Name is required'), email: emailRule },
    send: (values) => createAccountMember(accountId, trimmed(values)),
    create: { saved: 'Member invited', failed: 'The member could not be invited' },
    onSaved: onInvited,
    onClose,
  })
  return (
    <FormDialog title="Invite a member" size="md" action="Invite" {...dialog}>
      <InviteFields area=" to the customer account" fieldProps={form.getInputProps} />
    </FormDialog>
  )
}

type RowProps = { member: Member; canEdit: boolean; isSending: boolean; onResend: () => void }

function MemberRow({ member, canEdit, isSending, onResend }: RowProps) {
  const { id, name, email, invitedBy, createdAt, lastSignInAt } = member
  return (
    <Row label={name} columns={itemColumns}>
      <Cell name={name} note={email} />
      <Cell note={<Stamp text="Invited" at={createdAt} by={invitedBy} />}>
        <LastTime text="Last sign-in" at={lastSignInAt} never="Never signed in" />
      </Cell>
      {canEdit && (
        <div className={rows.actions}>
          {!lastSignInAt && (
            <RowButton text="Resend" label={`Resend invitation to ${name}`} loading={isSending} onClick={onResend} />
          )}
          <AskButton
            label={`Remove ${name}`}
            title="Remove member"
            action="Remove"
            kind="customer_accounts"
            what="member"
            send={() => deleteAccountMember(id)}
            saved="Member removed"
            failed="The member could not be removed"
          >
            <bdi>{name}</bdi> is signed out and can’t sign in anymore. The account’s keys keep working.
          </AskButton>
        </div>
      )}
    </Row>
  )
}
