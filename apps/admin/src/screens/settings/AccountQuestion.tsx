import { createPasswordReset, deleteStaffSecondFactor, updateStaffEnabled, type StaffAccount } from '@app/api-client'
import { ConfirmWrite } from '../../edit/ConfirmWrite.tsx'
import type { NewLink } from './LinkDialog.tsx'

/** A change to confirm, and the person it affects. */
export type AskedAccount = { kind: 'disable' | 'enable' | 'reset' | 'second-factor'; account: StaffAccount }

type Props = AskedAccount & { onLink: (link: NewLink) => void; onClose: () => void }

export function AccountQuestion({ kind, account: { id, name, email }, onLink, onClose }: Props) {
  const common = { kind: 'accounts', what: 'account', onClose } as const
  const person = (
    <>
      <strong dir="auto">{name}</strong> ({email})
    </>
  )
  if (kind === 'disable') {
    return (
      <ConfirmWrite
        {...common}
        title="Disable account"
        action="Disable"
        send={() => updateStaffEnabled(id, { isEnabled: false })}
        saved="Account disabled successfully"
        failed="Failed to disable account"
      >
        {person} will be signed out everywhere immediately and can’t sign in until an owner enables the account again.
      </ConfirmWrite>
    )
  }
  if (kind === 'enable') {
    return (
      <ConfirmWrite
        {...common}
        title="Enable account"
        action="Enable"
        color="ink"
        send={() => updateStaffEnabled(id, { isEnabled: true })}
        saved="Account enabled successfully"
        failed="Failed to enable account"
      >
        {person} can sign in again, with the same password as before.
      </ConfirmWrite>
    )
  }
  return kind === 'reset' ? (
    <ConfirmWrite
      {...common}
      title="Reset password"
      action="Create link"
      color="ink"
      send={() => createPasswordReset(id)}
      saved="Password link created successfully"
      failed="Failed to create password link"
      onSaved={(link) => onLink({ title: 'Password link', link, person: name })}
    >
      You get a link that {person} can use to set a new password. The current password works until then; earlier links
      stop working.
    </ConfirmWrite>
  ) : (
    <ConfirmWrite
      {...common}
      title="Reset second factor"
      action="Reset"
      send={() => deleteStaffSecondFactor(id)}
      saved="Second factor reset successfully"
      failed="Failed to reset second factor"
    >
      {person} is signed out everywhere and signs in with just the password until they set up a new one. Make sure the
      request really comes from them.
    </ConfirmWrite>
  )
}
