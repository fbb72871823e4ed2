import { createAccountMember, type InvitedMember } from '@app/api-client'
import { emailRule, requiredLine, trimmed } from '../../components/text-rules.ts'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { useRecordEdit } from '../../edit/use-record-edit.tsx'
import { InviteFields } from '../../people/InviteFields.tsx'

type Props = { accountId: string; onInvited: (invited: InvitedMember) => void; onClose: () => void }

export function MemberDialog({ accountId, onInvited, onClose }: Props) {
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
