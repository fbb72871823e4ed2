import { createOwnToken, type StaffRole, type StaffTokenWithSecret, type TokenScope } from '@app/api-client'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { useRecordEdit } from '../../edit/use-record-edit.tsx'
import { requiredLine } from '../../components/text-rules.ts'
import styles from '../../access/Access.module.css'
import { CurrentPassword } from './CurrentPassword.tsx'
import { allScopes, changesSomething, scopeText } from '../../access/access-display.ts'

type TokenForm = { name: string; scopes: TokenScope[]; expiresInDays: string; currentPassword: string }

const empty: TokenForm = { name: '', scopes: [], expiresInDays: '90', currentPassword: '' }

const rules = {
  name: requiredLine('Name is required'),
  scopes: (value: TokenScope[]) => (value.length > 0 ? null : 'Choose at least one'),
  currentPassword: (value: string) => (value ? null : 'Current password is required'),
}

const ends = [
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '180', label: 'In 180 days' },
  { value: '365', label: 'In a year' },
]

type Props = { email: string; role: StaffRole; onToken: (token: StaffTokenWithSecret) => void; onClose: () => void }

/** Creates a token. The password is never written to storage. */
export function TokenDialog({ email, role, onToken, onClose }: Props) {
  const { form, dialog } = useRecordEdit({
    what: 'token',
    kind: 'accounts',
    valuesOf: () => empty,
    rules,
    unstored: ['currentPassword'],
    send: ({ name, expiresInDays, ...values }) =>
      createOwnToken({ ...values, name: name.trim(), expiresInDays: Number(expiresInDays) }),
    create: { failed: 'Failed to create token' },
    onSaved: onToken,
    onClose,
  })

  return (
    <FormDialog title="Create API token" size="md" action="Create" {...dialog}>
      <TextInput
        label="Name"
        description="For example, the app that uses it."
        required
        maxLength={60}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Checkbox.Group
        label="Permissions"
        description={role === 'viewer' ? 'Your role is read-only, and so are your tokens.' : 'Limited by your role.'}
        required
        {...form.getInputProps('scopes')}
      >
        <div className={styles.scopes}>
          {allScopes.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={scopeText(scope)}
              disabled={role === 'viewer' && changesSomething(scope)}
            />
          ))}
        </div>
      </Checkbox.Group>
      <NativeSelect label="Expires" data={ends} {...form.getInputProps('expiresInDays')} />
      <CurrentPassword email={email} {...form.getInputProps('currentPassword')} />
    </FormDialog>
  )
}
