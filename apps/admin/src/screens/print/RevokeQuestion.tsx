import {
  getListSandboxKeysQueryKey,
  getListSettingsAuditQueryKey,
  type SandboxKeyUse,
  useRevokeSandboxKey,
} from '@app/api-client'
import { useQueryClient } from '@tanstack/react-query'
import { Confirm } from '../../layout/Confirm.tsx'
import { showRefusal } from '../../layout/show-refusal.ts'
import { showSaved } from '../../layout/toasts.tsx'
import { useOneSuccess } from '../../layout/use-one-at-a-time.ts'
import styles from './PrintScreen.module.css'

type Props = { sandboxKey: SandboxKeyUse; onClose: () => void }

export function RevokeQuestion({ sandboxKey: { id, prefix }, onClose }: Props) {
  const queryClient = useQueryClient()
  const write = useOneSuccess()
  const revoke = useRevokeSandboxKey({
    mutation: {
      onSuccess() {
        showSaved('Key revoked successfully')
        void queryClient.invalidateQueries({ queryKey: getListSettingsAuditQueryKey() })
      },
      onError(error) {
        showRefusal(error, 'Failed to revoke key')
        // It may be gone, or another person was faster.
        void queryClient.invalidateQueries({ queryKey: getListSandboxKeysQueryKey() })
      },
      onSettled: onClose,
    },
  })
  return (
    <Confirm
      opened
      title="Revoke key"
      action="Revoke"
      isWorking={revoke.isPending}
      onConfirm={() => write(() => revoke.mutateAsync({ id }))}
      onClose={onClose}
    >
      <code className={styles.code}>{prefix}…</code> stops working at once, for everybody who has it. This cannot be
      undone: its holder needs another key, and cannot reach the templates of this one any more. Its proofs stay until
      they expire.
    </Confirm>
  )
}
