import { createPasswordReset, deleteStaffSecondFactor, updateStaffEnabled, type StaffAccount } from '@app/api-client'
import { ConfirmWrite } from '../../edit/ConfirmWrite.tsx'
import type { NewLink } from './LinkDialog.tsx'

/** A change to confirm, and the person it affects. */
export type AskedAccount = { kind: 'enabled' | 'reset' | 'second-factor'; account: StaffAccount }

type Props = AskedAccount & { onLink: (link: NewLink) => void; onClose: () => void }

export function AccountQuestion({ kind, account: { id, name, email, isEnabled }, onLink, onClose }: Props) {
  const common = { kind: 'accounts', what: 'account', onClose } as const
  const person = (
    <>
      <strong dir="auto">{name}</strong> ({email})
    </>
  )
  if (kind === 'enabled') {
    return (
      <ConfirmWrite
        {...common}
        title={isEnabled ? 'Disable account' : 'Enable account'}
        action={isEnabled ? 'Disable' : 'Enable'}
        color={isEnabled ? 'red' : 'ink'}
        send={() => updateStaffEnabled(id, { isEnabled: !isEnabled })}
        saved={`Account ${isEnabled ? 'disabled' : 'enabled'} successfully`}
        failed={`Failed to ${isEnabled ? 'disable' : 'enable'} account`}
      >
        {person}{' '}
        {isEnabled
          ? 'will be signed out everywhere immediately and can’t sign in until an owner enables the account again.'
          : 'can sign in again, with the same password as before.'}
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
