import type { StaffToken } from '@app/api-client'
import { Confirm } from '../components/Confirm.tsx'
import { statusOf } from '../components/ErrorNotice.tsx'
import { showRefusal } from '../components/show-refusal.ts'
import { showSaved } from '../components/toasts.tsx'

/** Toasts for a revocation, shared by owners and account holders. A token that is already revoked is not a failure. */
export const revocation = (onSettled: () => unknown) => ({
  onSuccess: () => showSaved('Token revoked'),
  onError: (error: Error) =>
    statusOf(error) === 404 ? showSaved('The token was already revoked') : showRefusal(error, 'Failed to revoke token'),
  onSettled,
})

type Props = { token: StaffToken; isWorking: boolean; onConfirm: () => void; onClose: () => void }

export const RevokeQuestion = ({ token, ...question }: Props) => (
  <Confirm opened title="Revoke token" action="Revoke" {...question}>
    Programs that use <strong dir="auto">{token.name}</strong> lose access immediately. A revoked token can’t be
    restored.
  </Confirm>
)
