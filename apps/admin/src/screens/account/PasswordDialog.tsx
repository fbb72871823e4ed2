import { updateOwnPassword } from '@app/api-client'
import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { useRecordEdit } from '../../edit/use-record-edit.tsx'
import { CurrentPassword } from './CurrentPassword.tsx'

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

/** Keeps no draft, because passwords are never written to storage, and closes without a question. */
export function PasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { form, dialog } = useRecordEdit({
    what: 'password',
    kind: 'accounts',
    valuesOf: () => empty,
    rules,
    unstored: ['currentPassword', 'newPassword', 'repeated'],
    send: ({ currentPassword, newPassword }) => updateOwnPassword({ currentPassword, newPassword }),
    create: { saved: 'Password changed. Your other sessions have ended.', failed: 'Failed to change password' },
    onClose,
  })
  const [isShown, setIsShown] = useState(false)
  const type = isShown ? 'text' : 'password'
  const chosen = { type, required: true, maxLength: 1024, autoComplete: 'new-password' }

  return (
    <FormDialog title="Change password" size="md" action="Change password" {...dialog} isDirty={false}>
      <CurrentPassword email={email} data-autofocus {...form.getInputProps('currentPassword')} type={type} />
      <TextInput
        label="New password"
        description="At least 12 characters. A few words in a row are easier to remember than special characters and digits."
        {...chosen}
        {...form.getInputProps('newPassword')}
      />
      <TextInput label="Confirm new password" {...chosen} {...form.getInputProps('repeated')} />
      <Checkbox
        label="Show passwords"
        checked={isShown}
        onChange={(event) => setIsShown(event.currentTarget.checked)}
      />
    </FormDialog>
  )
}
