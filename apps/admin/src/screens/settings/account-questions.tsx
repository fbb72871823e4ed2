import { createPasswordReset, deleteStaffSecondFactor, updateStaffEnabled, type StaffAccount } from '@app/api-client'
import { ConfirmWrite } from '../../edit/ConfirmWrite.tsx'
import type { NewLink } from './LinkDialog.tsx'

type Props = { account: StaffAccount; onClose: () => void }

const Person = ({ account: { name, email } }: { account: StaffAccount }) => (
  <>
    <strong dir="auto">{name}</strong> ({email})
  </>
)

const common = { kind: 'accounts', what: 'account' } as const

export const DisableQuestion = ({ account, onClose }: Props) => (
  <ConfirmWrite
    {...common}
    title="Disable account"
    action="Disable"
    send={() => updateStaffEnabled(account.id, { isEnabled: false })}
    saved="Account disabled successfully"
    failed="Failed to disable account"
    onClose={onClose}
  >
    <Person account={account} /> will be signed out everywhere immediately and can’t sign in until an owner enables the
    account again.
  </ConfirmWrite>
)

export const EnableQuestion = ({ account, onClose }: Props) => (
  <ConfirmWrite
    {...common}
    title="Enable account"
    action="Enable"
    color="ink"
    send={() => updateStaffEnabled(account.id, { isEnabled: true })}
    saved="Account enabled successfully"
    failed="Failed to enable account"
    onClose={onClose}
  >
    <Person account={account} /> can sign in again, with the same password as before.
  </ConfirmWrite>
)

export const ResetQuestion = ({ account, onLink, onClose }: Props & { onLink: (link: NewLink) => void }) => (
  <ConfirmWrite
    {...common}
    title="Reset password"
    action="Create link"
    color="ink"
    send={() => createPasswordReset(account.id)}
    saved="Password link created successfully"
    failed="Failed to create password link"
    onSaved={(link) => onLink({ title: 'Password link', link, person: account.name })}
    onClose={onClose}
  >
    You get a link that <Person account={account} /> can use to set a new password. The current password works until
    then; earlier links stop working.
  </ConfirmWrite>
)

export const SecondFactorQuestion = ({ account, onClose }: Props) => (
  <ConfirmWrite
    {...common}
    title="Reset second factor"
    action="Reset"
    send={() => deleteStaffSecondFactor(account.id)}
    saved="Second factor reset successfully"
    failed="Failed to reset second factor"
    onClose={onClose}
  >
    <Person account={account} /> is signed out everywhere and signs in with just the password until they set up a new
    one. Make sure the request really comes from them.
  </ConfirmWrite>
)
