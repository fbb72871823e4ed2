import { brand } from '@app/brand'
import { Link } from 'react-router-dom'
import buttons from '../components/buttons.module.css'
import { ExternalLink } from '../components/ExternalLink.tsx'
import { paths } from '../content/paths.ts'

/** Actions for the top of a page about a kind of mail: create an account, or request samples first. */
export const MailActions = () => (
  <>
    <ExternalLink href={brand.links.registerAccount} className={buttons.accentLarge}>
      Start Mailing
    </ExternalLink>
    <Link to={paths.samples} className={buttons.secondaryLarge}>
      Get Free Samples
    </Link>
  </>
)
