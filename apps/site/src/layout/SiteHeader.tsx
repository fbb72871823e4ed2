import { brand } from '@app/brand'
import type { MouseEvent, ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'
import buttons from '../components/buttons.module.css'
import { ExternalLink } from '../components/ExternalLink.tsx'
import { paths, printPages } from '../content/paths.ts'
import { LeadButton } from '../leads/LeadButton.tsx'
import { isPlainClick, jumpToSection } from '../lib/scroll-to-section.ts'
import { HeaderBar } from './HeaderBar.tsx'

/** The home page and the pages about services other than printing, or the pages under /print. */
export type Frame = 'site' | 'print'

const siteLinks = (close: () => void) => (
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

const printLinkTargets = [
  ...printPages,
  { to: paths.samples, text: 'Samples' },
  { to: paths.faq, text: 'FAQ' },
  { to: paths.docs, text: 'Docs' },
  { to: paths.sandbox, text: 'Sandbox' },
]

const printLinks = (close: () => void) =>
  printLinkTargets.map(({ to, text }) => (
    <NavLink key={to} to={to} end onClick={close}>
      {text}
    </NavLink>
  ))

const frames = {
  site: { links: siteLinks, href: brand.links.customerPortal, text: 'Login' },
  print: { links: printLinks, href: brand.links.registerAccount, text: 'Sign Up' },
} satisfies Record<Frame, object>

export function SiteHeader({ frame }: { frame: Frame }) {
  const { links, href, text } = frames[frame]
  return (
    <HeaderBar
      label="Main"
      links={links}
      actions={
        <>
          <ExternalLink href={href} className={buttons.secondary}>
            {text}
          </ExternalLink>
          <LeadButton className={buttons.primary}>Get Demo</LeadButton>
        </>
      }
    />
  )
}

interface SectionLinkProps {
  section: string
  onJump: () => void
  children: ReactNode
}

/** Links to a section of the home page: scrolls when the home page is open, navigates there otherwise. */
function SectionLink({ section, onJump, children }: SectionLinkProps) {
  const { pathname } = useLocation()
  if (pathname !== paths.home) {
    return <Link to={`${paths.home}#${section}`}>{children}</Link>
  }
  const jump = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    onJump()
    jumpToSection(section)
  }
  return (
    <a href={`#${section}`} data-jump onClick={jump}>
      {children}
    </a>
  )
}
