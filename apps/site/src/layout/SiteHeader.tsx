import { brand } from '@app/brand'
import { Link } from 'react-router-dom'
import { paths } from '../content/paths.ts'
import { LeadButton } from '../leads/LeadButton.tsx'
import buttons from '../components/buttons.module.css'
import { ExternalLink } from '../components/ExternalLink.tsx'
import { HeaderBar, type HeaderLinksProps } from './HeaderBar.tsx'
import { SectionLink } from './SectionLink.tsx'

const SiteLinks = ({ close }: HeaderLinksProps) => (
  <>
    <SectionLink section="products" onJump={close}>
      Products
    </SectionLink>
    <Link to={paths.print}>Print API</Link>
    <SectionLink section="use-cases" onJump={close}>
      Use Cases
    </SectionLink>
    <SectionLink section="about" onJump={close}>
      About
    </SectionLink>
    <SectionLink section="contact" onJump={close}>
      Contact
    </SectionLink>
  </>
)

/** Header of the home page and of the pages about services other than printing. */
export const SiteHeader = () => (
  <HeaderBar
    label="Main"
    Links={SiteLinks}
    actions={
      <>
        <ExternalLink href={brand.links.customerPortal} className={buttons.secondary}>
          Login
        </ExternalLink>
        <LeadButton className={buttons.primary}>Get Demo</LeadButton>
      </>
    }
  />
)
