import { brand } from '@app/brand'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../content/paths.ts'
import { LeadButton } from '../leads/LeadButton.tsx'
import buttons from './buttons.module.css'
import { ExternalLink } from './ExternalLink.tsx'
import { Logo } from './Logo.tsx'
import { SectionLink } from './SectionLink.tsx'
import styles from './SiteHeader.module.css'

const menuId = 'site-menu'

/** Open or closed; Escape closes it and returns the focus to its button. */
function useMenu() {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return undefined
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      setIsOpen(false)
      button.current?.focus()
    }
    addEventListener('keydown', closeOnEscape)
    return () => removeEventListener('keydown', closeOnEscape)
  }, [isOpen])
  return { isOpen, buttonRef: button, toggle: () => setIsOpen(!isOpen), close: () => setIsOpen(false) }
}

export function SiteHeader() {
  const { isOpen, buttonRef, toggle, close } = useMenu()
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Link to={paths.home} className={styles.home} aria-label={`${brand.companyName} home`}>
          <Logo />
        </Link>
        <button
          ref={buttonRef}
          type="button"
          className={styles.menuButton}
          aria-label="Menu"
          aria-expanded={isOpen}
          aria-controls={menuId}
          onClick={toggle}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={isOpen ? 'M5 5L19 19M19 5L5 19' : 'M3 7H21M3 12H21M3 17H21'} />
          </svg>
        </button>
        <div id={menuId} className={styles.menu} data-open={isOpen || undefined}>
          <nav aria-label="Main" className={styles.links}>
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
          </nav>
          <div className={styles.actions}>
            <ExternalLink href={brand.links.customerPortal} className={buttons.secondary}>
              Login
            </ExternalLink>
            <LeadButton className={buttons.primary}>Get Demo</LeadButton>
          </div>
        </div>
      </div>
    </header>
  )
}
