import { SiteModal } from '../components/SiteModal.tsx'
import type { FormDraft } from '../forms/form-draft.ts'
import type { LeadField } from './lead-form.ts'
import { LeadForm } from './LeadForm.tsx'
import { FormProviders } from '../forms/FormProviders.tsx'

interface LeadModalProps {
  opened: boolean
  draft: FormDraft<LeadField>
  onClose: () => void
}

export function LeadModal({ opened, draft, onClose }: LeadModalProps) {
  return (
    <FormProviders>
      <SiteModal opened={opened} onClose={onClose} title="Request a Demo" size={600}>
        <LeadForm variant="modal" draft={draft} isShown={opened} onDone={onClose} />
      </SiteModal>
    </FormProviders>
  )
}
