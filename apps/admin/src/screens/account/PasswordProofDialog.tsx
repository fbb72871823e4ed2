import {
  getGetOwnSecondFactorQueryKey,
  getListOwnSessionsQueryKey,
  getListOwnSignInsQueryKey,
  type PasswordConfirmation,
} from '@app/api-client'
import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormDialog } from '../../edit/FormDialog.tsx'
import type { Answer } from '../../edit/undo-change.ts'
import { useRecordEdit } from '../../edit/use-record-edit.tsx'
import { CurrentPassword } from './CurrentPassword.tsx'

type Props<Data> = {
  title: string
  action: string
  /** The texts of the toast. */
  saved?: string
  failed: string
  email: string
  send: (proof: PasswordConfirmation) => Promise<Answer<Data>>
  onSaved?: (data: Data) => void
  onClose: () => void
  /** Explains errors that don't come from the server. */
  refusal?: (error: Error) => string | undefined
  /** Other fields, below the password. */
  more?: ReactNode
  children: ReactNode
}

const factorKeys = [getGetOwnSecondFactorQueryKey(), getListOwnSessionsQueryKey(), getListOwnSignInsQueryKey()]

/** Does not reload the account itself, because a required setup would end before its recovery codes are shown. */
export const reloadFactor = (queryClient: QueryClient) =>
  Promise.all(factorKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))

/** Prompts for the password before a change that an open session alone must not allow. Keeps no draft. */
export function PasswordProofDialog<Data>(props: Props<Data>) {
  const { title, action, saved, failed, email, send, onSaved, onClose, refusal, more, children } = props
  const { form, dialog } = useRecordEdit({
    what: title,
    kind: 'accounts',
    valuesOf: () => ({ currentPassword: '' }),
    rules: { currentPassword: (value) => (value ? null : 'Current password is required') },
    unstored: ['currentPassword'],
    send: (proof) => send(proof),
    create: { ...(saved && { saved }), failed },
    ...(refusal && { refusal }),
    show: reloadFactor,
    ...(onSaved && { onSaved }),
    onClose,
  })
  return (
    <FormDialog title={title} size="md" action={action} {...dialog} isDirty={false}>
      <p>{children}</p>
      <CurrentPassword email={email} data-autofocus {...form.getInputProps('currentPassword')} />
      {more}
    </FormDialog>
  )
}
