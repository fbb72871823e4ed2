import { revokeSandboxKey, type SandboxKeyUsage } from '@app/api-client'
import { ConfirmWrite } from '../../edit/ConfirmWrite.tsx'
import styles from './PrintScreen.module.css'

type Props = { sandboxKey: SandboxKeyUsage; onClose: () => void }

export const RevokeQuestion = ({ sandboxKey: { id, prefix }, onClose }: Props) => (
  <ConfirmWrite
    title="Revoke key"
    action="Revoke"
    kind="accounts"
    what="sandbox key"
    send={() => revokeSandboxKey(id)}
    saved="Key revoked successfully"
    failed="Failed to revoke key"
    onClose={onClose}
  >
    <code className={styles.code}>{prefix}…</code> stops working immediately for everyone who has it. This can’t be
    undone: its holder needs another key, and cannot reach the templates of this one any more. Its proofs stay until
    they expire.
  </ConfirmWrite>
)
