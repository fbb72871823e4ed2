import { createStaffInvitation, type StaffRole } from '@app/api-client'
import { NativeSelect } from '@mantine/core'
import { emailRule, requiredLine } from '../../components/text-rules.ts'
import { useRecordEdit } from '../../edit/use-record-edit.tsx'
import { InviteFields } from '../../people/InviteFields.tsx'
import { FormDialog } from '../../edit/FormDialog.tsx'
import type { NewLink } from './LinkDialog.tsx'
import { roleMeanings, roles } from './roles.ts'

type InviteForm = { name: string; email: string; role: StaffRole }

export function InviteDialog({ onLink, onClose }: { onLink: (link: NewLink) => void; onClose: () => void }) {
  const { form, dialog } = useRecordEdit({
    what: 'invitation',
    kind: 'accounts',
    valuesOf: (): InviteForm => ({ name: '', email: '', role: 'viewer' }),
    rules: { name: requiredLine('Name is required'), email: emailRule },
    send: ({ name, email, role }) => createStaffInvitation({ name: name.trim(), email: email.trim(), role }),
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
