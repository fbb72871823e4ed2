import { type StaffAccount, type StaffRole, updateStaffRole } from '@app/api-client'
import { NativeSelect } from '@mantine/core'
import { FormDialog, useRecordEdit } from '../../edit/record-form.tsx'
import { roleMeanings, roles } from './roles.ts'

type RoleForm = { role: StaffRole }

export function RoleDialog({ account, onClose }: { account: StaffAccount; onClose: () => void }) {
  const { form, dialog } = useRecordEdit({
    what: 'role',
    kind: 'accounts',
    record: { id: account.id },
    valuesOf: (): RoleForm => ({ role: account.role }),
    send: (values) => updateStaffRole(account.id, values),
    update: { saved: 'Role updated successfully', failed: 'Failed to update role' },
    onClose,
  })

  return (
    <FormDialog title={`Role for ${account.name}`} size="md" {...dialog}>
      <NativeSelect
        label="Role"
        required
        data={roles}
        description={roleMeanings[form.values.role]}
        data-autofocus
        {...form.getInputProps('role')}
      />
    </FormDialog>
  )
}
