import { type StaffAccount, type StaffRole, useSetStaffRole } from '@app/api-client'
import { NativeSelect } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '../../layout/FormDialog.tsx'
import { fieldErrors } from '../../layout/field-errors.ts'
import { showRefusal } from '../../layout/show-refusal.ts'
import { showSaved } from '../../layout/toasts.tsx'
import { useOneSuccess } from '../../layout/use-one-at-a-time.ts'
import { useKeptDraft } from '../../session/use-kept-draft.tsx'
import { roleMeanings, roles } from './roles.ts'

type RoleForm = { role: StaffRole }

export function RoleDialog({ account, onClose }: { account: StaffAccount; onClose: () => void }) {
  const form = useForm<RoleForm>({ initialValues: { role: account.role } })
  const draft = useKeptDraft(form, `role ${account.id}`, { onClose })
  const write = useOneSuccess()
  const change = useSetStaffRole({
    mutation: {
      onSuccess() {
        showSaved('Role updated successfully')
        draft.close()
      },
      onError(error) {
        form.setErrors(fieldErrors(error))
        showRefusal(error, 'Failed to update role')
      },
    },
  })

  return (
    <FormDialog
      title={`Role of ${account.name}`}
      size="md"
      isDirty={form.isDirty()}
      isSaving={change.isPending}
      draft={draft}
      onSubmit={form.onSubmit((data) => write(() => change.mutateAsync({ id: account.id, data })))}
    >
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
