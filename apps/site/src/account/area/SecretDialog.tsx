import type { ReactNode } from 'react'
import buttons from '../../components/buttons.module.css'
import { Dialog } from './Dialog.tsx'
import dialog from './Dialog.module.css'
import { Secret } from './Secret.tsx'

interface SecretDialogProps {
  title: string
  label: string
  secret: string
  onClose: () => void
  /** Explains the purpose of the secret. */
  children: ReactNode
}

/** Shows a secret once. Only the button that says it is saved closes it. */
export const SecretDialog = ({ title, label, secret, onClose, children }: SecretDialogProps) => (
  <Dialog title={title}>
    {children}
    <Secret label={label} secret={secret} />
    <div className={dialog.buttons}>
      <button type="button" className={buttons.primary} onClick={onClose}>
        I Saved It
      </button>
    </div>
  </Dialog>
)
