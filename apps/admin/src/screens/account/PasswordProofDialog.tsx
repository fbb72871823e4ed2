import type { PasswordConfirmation } from '@app/api-client'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { showRefusal } from '../../components/toasts.tsx'
import { useOneAtATime } from '../../components/use-one-at-a-time.ts'
import { CurrentPassword } from './CurrentPassword.tsx'

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

/** Prompts for the password before a change that an open session alone must not allow. Keeps no draft. */
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
  const write = useOneAtATime(true)
  const prove = useMutation({
    mutationFn: onProof,
    onError: (error) => showRefusal(error, failure, { form, detail: explain?.(error) }),
  })
  return (
    <FormDialog
      title={title}
      size="md"
      action={action}
      isDirty={false}
      isSaving={prove.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit((proof) => write(() => prove.mutateAsync(proof)))}
    >
      <p>{children}</p>
      <CurrentPassword email={email} data-autofocus {...form.getInputProps('currentPassword')} />
      {more}
    </FormDialog>
  )
}
