import { Button, CopyButton, Modal, TextInput } from '@mantine/core'
import { DialogButtons } from '../../components/DialogButtons.tsx'
import { plainTitleBar } from '../../components/title-bar.ts'
import styles from './MessagesTab.module.css'

/** Shows the secret of a webhook once. */
export const SecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Modal
    opened
    onClose={onClose}
    title="Webhook secret"
    size="lg"
    closeOnClickOutside={false}
    closeButtonProps={{ 'aria-label': 'Close dialog' }}
    attributes={plainTitleBar}
  >
    <p className={styles.question}>
      The receiver uses it to verify signatures, as described by Standard Webhooks. It is shown only once; you can
      replace it at any time.
    </p>
    <TextInput
      label="Secret"
      readOnly
      value={secret}
      data-autofocus
      className={styles.address ?? ''}
      onFocus={(event) => event.currentTarget.select()}
    />
    <DialogButtons>
      <Button variant="default" onClick={onClose}>
        Done
      </Button>
      <CopyButton value={secret} timeout={3000}>
        {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy secret'}</Button>}
      </CopyButton>
    </DialogButtons>
  </Modal>
)
