import type { PasswordConfirmation } from '@app/api-client'
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { fieldErrors } from '../../components/field-errors.ts'
import { showRefusal } from '../../components/show-refusal.ts'
import { showFailure } from '../../components/toasts.tsx'
import { useOneSuccess } from '../../components/use-one-at-a-time.ts'
import { noDraft } from '../../session/use-draft.tsx'

type Props = {
  title: string
  action: string
  /** The text of the toast on failure. */
  failure: string
  email: string
  onProof: (proof: PasswordConfirmation) => Promise<unknown>
  onClose: () => void
  /** A second sentence for the toast, for errors that don't come from the server. */
  explain?: (error: Error) => string | undefined
  /** Other fields, below the password. */
  more?: ReactNode
  children: ReactNode
}

/** Asks for the password before a change that an open session alone must not allow. Keeps no draft. */
export function PasswordProofDialog({
  title,
  action,
  failure,
  email,
  onProof,
  onClose,
  explain,
  more,
  children,
}: Props) {
  const form = useForm({
    initialValues: { currentPassword: '' },
    validate: { currentPassword: (value) => (value ? null : 'Current password is required') },
  })
  const write = useOneSuccess()
  const [isSaving, setSaving] = useState(false)
  const prove = async (proof: PasswordConfirmation) => {
    setSaving(true)
    try {
      await onProof(proof)
    } catch (error) {
      setSaving(false)
      if (!(error instanceof Error)) throw error
      form.setErrors(fieldErrors(error))
      const reason = explain?.(error)
      if (reason) showFailure(error, failure, reason)
      else showRefusal(error, failure, { form })
      throw error
    }
  }
  return (
    <FormDialog
      title={title}
      size="md"
      action={action}
      isDirty={false}
      isSaving={isSaving}
      draft={noDraft(onClose)}
      onSubmit={form.onSubmit((proof) => write(() => prove(proof)))}
    >
      <p>{children}</p>
      {/* Tells password managers whose password this is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <TextInput
        label="Current password"
        type="password"
        required
        maxLength={1024}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('currentPassword')}
      />
      {more}
    </FormDialog>
  )
}
