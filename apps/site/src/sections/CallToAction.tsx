import { brand } from '@app/brand'
import buttons from '../components/buttons.module.css'
import { large } from '../components/large.ts'
import { ExternalLink } from '../components/ExternalLink.tsx'
import { LeadButton } from '../leads/LeadButton.tsx'
import styles from './CallToAction.module.css'

export function CallToAction() {
  return (
    <section aria-labelledby="start-title" className={styles.band}>
      <div className={styles.stamp}>
        <div>
          <h2 id="start-title" className={styles.title}>
            Put your next campaign in the mail
          </h2>
          <p className={styles.text}>See a piece with your data on it, or sign in to your account.</p>
        </div>
        <div className={styles.actions}>
          <LeadButton className={large(buttons.primary)}>Get Demo</LeadButton>
          <ExternalLink href={brand.links.customerPortal} className={`${large(buttons.secondary)} ${buttons.onColor}`}>
            Customer Portal
          </ExternalLink>
        </div>
      </div>
    </section>
  )
}
