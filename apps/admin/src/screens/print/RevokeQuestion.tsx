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
    undone. Its owner needs a new key and loses the templates of this one. Its proofs remain until they expire.
  </ConfirmWrite>
)
