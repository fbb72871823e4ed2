import { brand } from '@app/brand'
import buttons from '../components/buttons.module.css'
import { ExternalLink } from '../components/ExternalLink.tsx'
import { LeadButton } from '../leads/LeadButton.tsx'

/** Actions for the top of a page: the form, the calendar, and the phone number. */
export const TalkActions = () => (
  <>
    <LeadButton className={buttons.accentLarge}>Get Demo</LeadButton>
    <ExternalLink href={brand.links.scheduleDemo} className={buttons.secondaryLarge}>
      Schedule Demo
    </ExternalLink>
    <a href={brand.phone.href} className={buttons.inline}>
      Call {brand.phone.display}
    </a>
  </>
)
