import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import { Modal } from '@mantine/core'
import type { LeadDraft } from './lead-draft.ts'
import { LeadForm } from './LeadForm.tsx'
import { LeadProviders } from './LeadProviders.tsx'

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
        size={560}
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
