import { brand } from '@app/brand'
import { Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { notFoundMeta, quickLinks } from '../content/not-found.ts'
import { paths } from '../content/paths.ts'
import buttons from '../components/buttons.module.css'
import panel from '../components/panel.module.css'
import { ExternalLink } from '../components/ExternalLink.tsx'
import { SitePage } from '../layout/SitePage.tsx'
import { ReturnedEnvelope } from '../sections/Envelope.tsx'
import { loadWithRetry } from '../lib/load-with-retry.ts'
import { useIsHydrated } from '../startup/use-is-hydrated.ts'
import { lazyPart } from '../startup/WhenSeen.tsx'
import styles from './NotFoundPage.module.css'

const loadForm = () => loadWithRetry(() => import('../leads/InlineLeadForm.tsx'))
const InlineLeadForm = lazyPart('InlineLeadForm', loadForm)

export function NotFoundPage() {
  // The server sends the same prerendered page for every unknown path, so it cannot include the path.
  const { pathname } = useLocation()
  const path = useIsHydrated() ? pathname : ''
  return (
    <SitePage meta={{ ...notFoundMeta, path }}>
      <div className={styles.page}>
        <div className={styles.top}>
          <div>
            <h1 className={styles.title}>Oops! Page Not Found</h1>
            <p className={styles.lead}>We checked the address, and nobody by that name lives here. Try one of these.</p>
            <div className={styles.actions}>
              <Link to={paths.home} className={buttons.primaryLarge}>
                Home
              </Link>
              <Link to={paths.print} className={buttons.secondaryLarge}>
                Explore Our API
              </Link>
            </div>
            <p className={styles.talk}>
              <a href={brand.phone.href}>Call {brand.phone.display}</a>
              <ExternalLink href={brand.links.scheduleDemo}>Book a Demo</ExternalLink>
            </p>
          </div>
          <ReturnedEnvelope />
        </div>
        <nav aria-label="Popular pages">
          <ul className={styles.quick}>
            {quickLinks.map(({ to, title, text }) => (
              <li key={to}>
                <Link to={to}>{title}</Link>
                <span>{text}</span>
              </li>
            ))}
          </ul>
        </nav>
        <ContactReveal />
      </div>
    </SitePage>
  )
}

function ContactReveal() {
  const [isRevealed, setIsRevealed] = useState(false)
  if (!isRevealed) {
    return (
      <div className={styles.contact}>
        <h2>Still looking?</h2>
        <p>Tell us what you were looking for, and we’ll send it to you.</p>
        <button
          type="button"
          className={buttons.secondary}
          onPointerEnter={() => void loadForm()}
          onClick={() => setIsRevealed(true)}
        >
          Contact Us Now
        </button>
      </div>
    )
  }
  return (
    <div className={`${styles.contact} ${styles.revealed}`}>
      <div>
        <h2 tabIndex={-1} ref={focusOnce}>
          Request a Demo
        </h2>
        <p>
          Or call <a href={brand.phone.href}>{brand.phone.displayLong}</a>.
        </p>
      </div>
      <div className={panel.panel}>
        <Suspense fallback={null}>
          <InlineLeadForm name="lead-not-found" />
        </Suspense>
      </div>
    </div>
  )
}

/** The form replaces the button that had the focus, so the heading above the form takes it over. */
const focusOnce = (heading: HTMLHeadingElement | null) => heading?.focus()
