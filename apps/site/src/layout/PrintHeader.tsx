import { brand } from '@app/brand'
import { NavLink } from 'react-router-dom'
import { paths } from '../content/paths.ts'
import { LeadButton } from '../leads/LeadButton.tsx'
import buttons from '../components/buttons.module.css'
import { ExternalLink } from '../components/ExternalLink.tsx'
import { HeaderBar, type HeaderLinksProps } from './HeaderBar.tsx'

const links = [
  { to: paths.print, text: 'Print API' },
  { to: paths.postcards, text: 'Postcards' },
  { to: paths.letters, text: 'Letters' },
  { to: paths.pricing, text: 'Pricing' },
  { to: paths.samples, text: 'Samples' },
  { to: paths.faq, text: 'FAQ' },
  { to: paths.docs, text: 'Docs' },
  { to: paths.sandbox, text: 'Sandbox' },
]

const PrintLinks = ({ close }: HeaderLinksProps) =>
  links.map(({ to, text }) => (
    <NavLink key={to} to={to} end onClick={close}>
      {text}
    </NavLink>
  ))

/** Header of the pages under /print. */
export const PrintHeader = () => (
  <HeaderBar
    label="Main"
    Links={PrintLinks}
    actions={
      <>
        <ExternalLink href={brand.links.registerAccount} className={buttons.secondary}>
          Sign Up
        </ExternalLink>
        <LeadButton className={buttons.primary}>Get Demo</LeadButton>
      </>
    }
  />
)
