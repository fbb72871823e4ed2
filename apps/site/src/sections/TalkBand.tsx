import { brand } from '@app/brand'
import buttons from '../components/buttons.module.css'
import { ExternalLink } from '../components/ExternalLink.tsx'
import { large } from '../components/large.ts'
import { LeadButton } from '../leads/LeadButton.tsx'
import styles from './CallToAction.module.css'

interface TalkBandProps {
  title: string
  text: string
  /** Label of the button that opens the demo request. */
  action: string
}

/** A band with three ways to reach us: the form, the calendar, and the phone. */
export function TalkBand({ title, text, action }: TalkBandProps) {
  return (
    <section aria-labelledby="talk-title" className={`${styles.band} ${styles.last}`}>
      <div className={styles.stamp}>
        <div>
          <h2 id="talk-title" className={styles.title}>
            {title}
          </h2>
          <p className={styles.text}>{text}</p>
        </div>
        <div className={styles.actions}>
          <LeadButton className={large(buttons.primary)}>{action}</LeadButton>
          <ExternalLink href={brand.links.scheduleDemo} className={`${large(buttons.secondary)} ${buttons.onColor}`}>
            Schedule Demo
          </ExternalLink>
          <a href={brand.phone.href} className={`${large(buttons.secondary)} ${buttons.onColor}`}>
            Call {brand.phone.display}
          </a>
        </div>
      </div>
    </section>
  )
}
