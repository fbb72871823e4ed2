import type { ReactNode } from 'react'
import buttons from '../components/buttons.module.css'
import { LeadButton } from '../leads/LeadButton.tsx'
import styles from './Band.module.css'

export interface BandProps {
  title: string
  text: string
  /** Label of the button that opens the demo request. */
  action: string
  /** True if nothing follows it on the page. */
  isLast?: boolean
  /** Secondary actions. */
  children: ReactNode
}

/** A call to action on a stamp as wide as the page. */
export const Band = ({ title, text, action, isLast, children }: BandProps) => (
  <section aria-labelledby="band-title" className={styles.band} data-last={isLast}>
    <div className={styles.stamp} data-background="stamp">
      <div>
        <h2 id="band-title" className={styles.title}>
          {title}
        </h2>
        <p className={styles.text}>{text}</p>
      </div>
      <div className={styles.actions}>
        <LeadButton className={buttons.primaryLarge}>{action}</LeadButton>
        {children}
      </div>
    </div>
  </section>
)
