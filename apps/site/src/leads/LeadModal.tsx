import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/UnstyledButton.css'
import { Modal } from '@mantine/core'
import type { LeadDraft } from './lead-draft.ts'
import { LeadForm } from './LeadForm.tsx'
import styles from './LeadForm.module.css'
import { LeadProviders } from './LeadProviders.tsx'

const classes = { title: styles.modalTitle ?? '', close: styles.modalClose ?? '' }

interface LeadModalProps {
  opened: boolean
  draft: LeadDraft
  onClose: () => void
}

export function LeadModal({ opened, draft, onClose }: LeadModalProps) {
  return (
    <LeadProviders>
      <Modal
        opened={opened}
        onClose={onClose}
        title="Request a Demo"
        size={600}
        padding="xl"
        classNames={classes}
        // The provider returns the focus: it knows the opener, which this only sees from its second opening on.
        returnFocus={false}
        closeButtonProps={{ 'aria-label': 'Close' }}
        attributes={{ header: { role: 'presentation' } }}
      >
        <LeadForm variant="modal" draft={draft} onDone={onClose} />
      </Modal>
    </LeadProviders>
  )
}
