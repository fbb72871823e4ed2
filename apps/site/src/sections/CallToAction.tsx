import { Button } from '@mantine/core'
import { brand } from '@app/brand'
import { ExternalLink } from '../layout/ExternalLink.tsx'
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
          <p className={styles.text}>See a piece with your data on it, or sign in and send one now.</p>
        </div>
        <div className={styles.actions}>
          <LeadButton size="lg">Get Demo</LeadButton>
          <Button component={ExternalLink} href={brand.links.customerPortal} size="lg" variant="default">
            Customer Portal
          </Button>
        </div>
      </div>
    </section>
  )
}
