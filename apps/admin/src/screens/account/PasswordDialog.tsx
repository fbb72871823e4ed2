import { useUpdateOwnPassword } from '@app/api-client'
import { Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { showRefusal } from '../../components/show-refusal.ts'
import { showSaved } from '../../components/toasts.tsx'
import { useOneSuccess } from '../../components/use-one-at-a-time.ts'
import { noDraft } from '../../session/use-draft.tsx'

const empty = { currentPassword: '', newPassword: '', repeated: '' }

const rules = {
  currentPassword: (value: string) => (value ? null : 'Current password is required'),
  newPassword(value: string) {
    if (!value) return 'New password is required'
    return value.length < 12 ? 'Must have at least 12 characters' : null
  },
  repeated: (value: string, { newPassword }: typeof empty) =>
    value === newPassword ? null : 'The passwords don’t match',
}

/** Keeps no draft: passwords are never written to storage. */
export function PasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const form = useForm({ initialValues: empty, validate: rules })
  const write = useOneSuccess()
  const change = useUpdateOwnPassword({
    mutation: {
      onSuccess() {
        showSaved('Password changed. Your other sessions have ended.')
        onClose()
      },
      onError(error) {
        showRefusal(error, 'Failed to change password', { form })
      },
    },
  })
  const [isShown, setIsShown] = useState(false)
  const field = (name: keyof typeof empty, autoComplete: string) => ({
    type: isShown ? 'text' : 'password',
    required: true,
    maxLength: 1024,
    autoComplete,
    ...form.getInputProps(name),
  })

  return (
    <FormDialog
      title="Change password"
      size="md"
      action="Change password"
      isDirty={false}
      isSaving={change.isPending}
      draft={noDraft(onClose)}
      onSubmit={form.onSubmit(({ currentPassword, newPassword }) =>
        write(() => change.mutateAsync({ data: { currentPassword, newPassword } })),
      )}
    >
      {/* Tells password managers whose password this is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <TextInput label="Current password" data-autofocus {...field('currentPassword', 'current-password')} />
      <TextInput
        label="New password"
        description="At least 12 characters. A few words in a row are easier to remember than special characters and digits."
        {...field('newPassword', 'new-password')}
      />
      <TextInput label="New password again" {...field('repeated', 'new-password')} />
      <Checkbox
        label="Show passwords"
        checked={isShown}
        onChange={(event) => setIsShown(event.currentTarget.checked)}
      />
    </FormDialog>
  )
}
