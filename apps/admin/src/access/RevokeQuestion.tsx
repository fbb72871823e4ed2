import type { StaffToken } from '@app/api-client'
import { Confirm } from '../components/Confirm.tsx'
import { statusOf } from '../components/ErrorNotice.tsx'
import { showRefusal } from '../components/show-refusal.ts'
import { showSaved } from '../components/toasts.tsx'

/** What is said of a revocation, whoever makes it. One that was revoked meanwhile is no failure. */
export const revocation = (onSettled: () => unknown) => ({
  onSuccess: () => showSaved('Token revoked'),
  onError: (error: Error) =>
    statusOf(error) === 404 ? showSaved('The token was already revoked') : showRefusal(error, 'Failed to revoke token'),
  onSettled,
})

type Props = { token: StaffToken; isWorking: boolean; onConfirm: () => void; onClose: () => void }

export const RevokeQuestion = ({ token, ...question }: Props) => (
  <Confirm opened title="Revoke token" action="Revoke" {...question}>
    Programs that use <strong dir="auto">{token.name}</strong> are refused at once. A token that was revoked does not
    come back.
  </Confirm>
)
