import { createAccountMember, type InvitedMember } from '@app/api-client'
import { TextInput } from '@mantine/core'
import { requiredLine } from '../../components/text-rules.ts'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { useRecordEdit } from '../../edit/use-record-edit.tsx'
import { emailRule } from './account-form.ts'

type Props = { accountId: string; onInvited: (invited: InvitedMember) => void; onClose: () => void }

export function MemberDialog({ accountId, onInvited, onClose }: Props) {
  const { form, dialog } = useRecordEdit({
    what: `member of account ${accountId}`,
    kind: 'customer_accounts',
    valuesOf: () => ({ name: '', email: '' }),
    rules: { name: requiredLine('Name is required'), email: emailRule },
    send: ({ name, email }) => createAccountMember(accountId, { name: name.trim(), email: email.trim() }),
    create: { saved: 'Member invited', failed: 'The member could not be invited' },
    onSaved: onInvited,
    onClose,
  })
  return (
    <FormDialog title="Invite a member" size="md" action="Invite" {...dialog}>
      <TextInput
        label="Name"
        required
        maxLength={200}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        type="email"
        label="Email"
        description="Used to sign in to the customer area"
        required
        maxLength={254}
        autoComplete="off"
        {...form.getInputProps('email')}
      />
    </FormDialog>
  )
}
