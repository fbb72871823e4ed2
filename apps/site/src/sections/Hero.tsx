import { Link } from 'react-router-dom'
import { paths } from '../content/paths.ts'
import buttons from '../components/buttons.module.css'
import { large } from '../components/large.ts'
import { LeadButton } from '../leads/LeadButton.tsx'
import styles from './Hero.module.css'
import { MailFan } from './MailFan.tsx'
import { TrackingLine } from './TrackingLine.tsx'
import { useMailCycle } from './use-mail-cycle.ts'

export function Hero() {
  const { stage, ...cycle } = useMailCycle()
  return (
    <section aria-labelledby="hero-title" className={styles.hero}>
      <div className={styles.inner}>
        <div className={styles.claim}>
          <h1 id="hero-title" className={styles.title}>
            Direct mail you can track, piece by piece
          </h1>
          <p className={styles.lead}>
            Postcards and letters personalized from your CRM, each with its own URL and QR code. One REST API prints and
            mails them, and tracks every piece from press to scan.
          </p>
          <div className={styles.actions}>
            <LeadButton className={large(buttons.accent)}>Get Demo</LeadButton>
            <Link to={paths.print} className={large(buttons.secondary)}>
              Explore the Print API
            </Link>
          </div>
          <p className={styles.terms}>No contracts. No minimums.</p>
        </div>
        <div ref={stage}>
          <MailFan recipient={cycle.recipient} hasChanged={cycle.hasChanged} />
        </div>
      </div>
      <TrackingLine {...cycle} />
    </section>
  )
}
