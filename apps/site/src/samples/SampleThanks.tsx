import type { ReactNode } from 'react'
import { brand } from '@app/brand'
import buttons from '../components/buttons.module.css'
import { ExternalLink } from '../components/ExternalLink.tsx'
import { SiteModal } from '../components/SiteModal.tsx'
import leadStyles from '../leads/LeadForm.module.css'
import { SamplePromise } from './SamplePromise.tsx'

interface SampleThanksProps {
  opened: boolean
  /** An extra paragraph about the stored request. */
  note: ReactNode
  onClose: () => void
}

/** The thank-you dialog after a sample request, with the next steps. */
export const SampleThanks = ({ opened, note, onClose }: SampleThanksProps) => (
  <SiteModal
    opened={opened}
    onClose={onClose}
    title="Thank You!"
    size={520}
    withCloseButton={false}
    // The second half of a double click on the submit button must not close the dialog.
    closeOnClickOutside={false}
  >
    <div className={leadStyles.thanks}>
      <p>
        Your samples will ship soon. <SamplePromise /> Questions before then? Call{' '}
        <a href={brand.phone.href}>{brand.phone.display}</a>.
      </p>
      {note}
      <div className={leadStyles.thanksActions}>
        <ExternalLink href={brand.links.scheduleDemo} className={buttons.primary}>
          Schedule Demo
        </ExternalLink>
        <button type="button" className={buttons.secondary} onClick={onClose}>
          Close
        </button>
      </div>
    </div>
  </SiteModal>
)
