import { brand } from '@app/brand'
import { SiteModal } from '../components/SiteModal.tsx'
import type { FormDraft } from '../forms/form-draft.ts'
import { Thanks } from '../forms/Thanks.tsx'
import type { SampleField } from './sample-form.ts'
import { SamplePromise } from './SamplePromise.tsx'

interface SampleThanksProps {
  opened: boolean
  draft: FormDraft<SampleField>
  onClose: () => void
}

/** The thank-you dialog after a sample request, with the next steps. */
export const SampleThanks = ({ opened, draft, onClose }: SampleThanksProps) => (
  <SiteModal
    opened={opened}
    onClose={onClose}
    title="Thank You!"
    size={520}
    withCloseButton={false}
    // The second half of a double click on the submit button must not close the dialog.
    closeOnClickOutside={false}
  >
    <Thanks draft={draft} onClose={onClose}>
      <p>
        Your samples will ship soon. <SamplePromise /> Questions before then? Call{' '}
        <a href={brand.phone.href}>{brand.phone.display}</a>.
      </p>
    </Thanks>
  </SiteModal>
)
