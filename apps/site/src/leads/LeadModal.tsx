import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/UnstyledButton.css'
import { Modal } from '@mantine/core'
import type { FormDraft } from '../forms/form-draft.ts'
import type { LeadField } from './lead-form.ts'
import { LeadForm } from './LeadForm.tsx'
import styles from './LeadForm.module.css'
import { FormProviders } from '../forms/FormProviders.tsx'

const classes = { title: styles.modalTitle ?? '', close: styles.modalClose ?? '', content: styles.modalContent ?? '' }

interface LeadModalProps {
  opened: boolean
  draft: FormDraft<LeadField>
  onClose: () => void
}

export function LeadModal({ opened, draft, onClose }: LeadModalProps) {
  return (
    <FormProviders>
      <Modal
        opened={opened}
        onClose={onClose}
        title="Request a Demo"
        size={600}
        padding="xl"
        classNames={classes}
        // LeadModalProvider restores the focus: when the modal first mounts, the opener no longer has it.
        returnFocus={false}
        closeButtonProps={{ 'aria-label': 'Close' }}
        attributes={{ header: { role: 'presentation' } }}
      >
        <LeadForm variant="modal" draft={draft} isShown={opened} onDone={onClose} />
      </Modal>
    </FormProviders>
  )
}
