import { trackingSteps } from '../content/home.ts'
import styles from './TrackingLine.module.css'
import type { MailCycle } from './use-mail-cycle.ts'

/** The delivery progress of the pieces above. */
export function TrackingLine({ recipient, step, isPlaying, togglePlaying }: Omit<MailCycle, 'stage'>) {
  return (
    <div className={styles.tracking}>
      <p key={recipient.id} className={styles.who}>
        {recipient.fields['first_name']} in {recipient.fields['city']}
      </p>
      <ol className={styles.steps} aria-label="Tracking of one piece">
        {trackingSteps.map((title, index) => (
          <li key={title} className={styles.step} data-reached={index <= step || undefined}>
            {title}
          </li>
        ))}
      </ol>
      <button
        type="button"
        className={styles.pause}
        aria-label={isPlaying ? 'Pause the animation' : 'Play the animation'}
        hidden={!togglePlaying}
        onClick={togglePlaying}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={isPlaying ? 'M7 5h3v14H7zM14 5h3v14h-3z' : 'M8 5l11 7-11 7z'} />
        </svg>
      </button>
    </div>
  )
}
