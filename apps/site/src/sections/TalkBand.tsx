import { brand } from '@app/brand'
import buttons from '../components/buttons.module.css'
import { ExternalLink } from '../components/ExternalLink.tsx'
import { Band, type BandProps } from './Band.tsx'

/** The end of a page: three ways to reach us. */
export const TalkBand = (props: Pick<BandProps, 'title' | 'text' | 'action'>) => (
  <Band {...props} isLast>
    <ExternalLink href={brand.links.scheduleDemo} className={buttons.secondaryLarge}>
      Schedule Demo
    </ExternalLink>
    <a href={brand.phone.href} className={buttons.secondaryLarge}>
      Call {brand.phone.display}
    </a>
  </Band>
)
