import { type StaffAccount, useCreatePasswordReset, useResetSecondFactor, useSetStaffEnabled } from '@app/api-client'
import { Confirm } from '../../layout/Confirm.tsx'
import { showRefusal } from '../../layout/show-refusal.ts'
import { showSaved } from '../../layout/toasts.tsx'
import { useOneSuccess } from '../../layout/use-one-at-a-time.ts'
import type { NewLink } from './LinkDialog.tsx'

type Props = { account: StaffAccount; onClose: () => void }

const Person = ({ account: { name, email } }: { account: StaffAccount }) => (
  <>
    <strong dir="auto">{name}</strong> ({email})
  </>
)

export function DisableQuestion({ account, onClose }: Props) {
  const { change, isWorking } = useEnabled(account, false, onClose)
  return (
    <Confirm opened title="Disable account" action="Disable" isWorking={isWorking} onConfirm={change} onClose={onClose}>
      <Person account={account} /> is signed out everywhere at once and cannot sign in until an owner enables the
      account again.
    </Confirm>
  )
}

export function EnableQuestion({ account, onClose }: Props) {
  const { change, isWorking } = useEnabled(account, true, onClose)
  return (
    <Confirm
      opened
      title="Enable account"
      action="Enable"
      color="ink"
      isWorking={isWorking}
      onConfirm={change}
      onClose={onClose}
    >
      <Person account={account} /> can sign in again, with the same password as before.
    </Confirm>
  )
}

function useEnabled(account: StaffAccount, isEnabled: boolean, onClose: () => void) {
  const write = useOneSuccess()
  const enabled = useSetStaffEnabled({
    mutation: {
      onSuccess: () => showSaved(isEnabled ? 'Account enabled successfully' : 'Account disabled successfully'),
      onError: (error) => showRefusal(error, isEnabled ? 'Failed to enable account' : 'Failed to disable account'),
      onSettled: onClose,
    },
  })
  return {
    isWorking: enabled.isPending,
    change: () => write(() => enabled.mutateAsync({ id: account.id, data: { isEnabled } })),
  }
}

export function ResetQuestion({ account, onLink, onClose }: Props & { onLink: (link: NewLink) => void }) {
  const write = useOneSuccess()
  const reset = useCreatePasswordReset({
    mutation: {
      onSuccess({ data }) {
        showSaved('Password link created successfully')
        onLink({ title: 'Password link', link: data, person: account.name })
      },
      onError: (error) => showRefusal(error, 'Failed to create password link'),
      onSettled: onClose,
    },
  })
  return (
    <Confirm
      opened
      title="Reset password"
      action="Create link"
      color="ink"
      isWorking={reset.isPending}
      onConfirm={() => write(() => reset.mutateAsync({ id: account.id }))}
      onClose={onClose}
    >
      You get a link that <Person account={account} /> can use to set a new password. The current password works until
      then; earlier links stop working.
    </Confirm>
  )
}

export function SecondFactorQuestion({ account, onClose }: Props) {
  const write = useOneSuccess()
  const reset = useResetSecondFactor({
    mutation: {
      onSuccess: () => showSaved('Second factor reset successfully'),
      onError: (error) => showRefusal(error, 'Failed to reset second factor'),
      onSettled: onClose,
    },
  })
  return (
    <Confirm
      opened
      title="Reset second factor"
      action="Reset"
      isWorking={reset.isPending}
      onConfirm={() => write(() => reset.mutateAsync({ id: account.id }))}
      onClose={onClose}
    >
      <Person account={account} /> is signed out everywhere and signs in with the password alone until they set up a new
      one. Make sure that it is they who ask.
    </Confirm>
  )
}
