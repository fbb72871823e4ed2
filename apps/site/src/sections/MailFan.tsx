import { gardenCampaign, Letter, PostcardBack, PostcardFront } from '@app/mail-piece'
import { memo } from 'react'
import styles from './MailFan.module.css'
import type { MailCycle } from './use-mail-cycle.ts'

const { from } = gardenCampaign

/**
 * Three pieces of one campaign for one person: a letter, and both sides of a postcard. Memoized, because the tracking
 * step next to them changes every moment.
 */
export const MailFan = memo(function MailFan({ recipient, hasChanged }: Pick<MailCycle, 'recipient' | 'hasChanged'>) {
  const { first_name: name, city } = recipient.fields
  return (
    <div
      // Remounts the pieces for each recipient, because text that moves within them would count as a layout shift.
      key={recipient.id}
      data-changed={hasChanged || undefined}
      role="img"
      aria-label={`A folded letter and both sides of a postcard, printed for ${name} in ${city}`}
      className={styles.fan}
    >
      <div className={styles.letter}>
        <Letter size="8.5x11" folded campaign={gardenCampaign} recipient={recipient} from={from} />
      </div>
      <div className={styles.front}>
        <PostcardFront size="4.25x6" campaign={gardenCampaign} recipient={recipient} />
      </div>
      <div className={styles.back}>
        <PostcardBack size="4.25x6" campaign={gardenCampaign} recipient={recipient} from={from} />
      </div>
    </div>
  )
})
