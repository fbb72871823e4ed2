import { brand } from '@app/brand'
import { useWindowEvent } from '@mantine/hooks'
import { useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../content/paths.ts'
import { Logo } from './Logo.tsx'
import styles from './SiteHeader.module.css'

const menuId = 'site-menu'

/** State of the menu. Escape closes it and returns the focus to its button. */
function useMenu() {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useWindowEvent('keydown', ({ key, defaultPrevented, target }) => {
    if (!isOpen || key !== 'Escape' || defaultPrevented) return
    // This Escape closes a dialog. The menu stays open, because it contains the button that opened the dialog.
    if (target instanceof Element && target.closest('[role=dialog]')) return
    setIsOpen(false)
    button.current?.focus()
  })
  return { isOpen, buttonRef: button, toggle: () => setIsOpen(!isOpen), close: () => setIsOpen(false) }
}

interface HeaderBarProps {
  label: string
  /** Renders the links. `close` closes the menu on small screens. */
  links: (close: () => void) => ReactNode
  actions: ReactNode
}

/** The logo, the links and the actions. On small screens a button opens the links and actions. */
export function HeaderBar({ label, links, actions }: HeaderBarProps) {
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
          <nav aria-label={label} className={styles.links}>
            {links(close)}
          </nav>
          <div className={styles.actions}>{actions}</div>
        </div>
      </div>
    </header>
  )
}
