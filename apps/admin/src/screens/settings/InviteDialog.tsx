import { createStaffInvitation } from '@app/api-client'
import { NativeSelect } from '@mantine/core'
import { useRecordEdit } from '../../edit/use-record-edit.tsx'
import { InviteFields } from '../../people/InviteFields.tsx'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { emptyInvite, inviteRules, toInvitation } from './invite-form.ts'
import type { NewLink } from './LinkDialog.tsx'
import { roleMeanings, roles } from './roles.ts'

export function InviteDialog({ onLink, onClose }: { onLink: (link: NewLink) => void; onClose: () => void }) {
  const { form, dialog } = useRecordEdit({
    what: 'invitation',
    kind: 'accounts',
    valuesOf: () => emptyInvite,
    rules: inviteRules,
    send: (values) => createStaffInvitation(toInvitation(values)),
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
    <FormDialog title="Invite to the admin" size="md" action="Create invitation" {...dialog}>
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
