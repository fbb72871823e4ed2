import { pieceEventLabels, labelOf } from '@app/labels'
import { formatTime } from '../sandbox/format-time.ts'
import styles from './Timeline.module.css'

interface TimelineEvent {
  Type: string
  at: string
  place?: string | undefined
}

/** The events of a piece, in order. The last one is its current state. */
export const Timeline = ({ label, events }: { label: string; events: readonly TimelineEvent[] }) => (
  <ol aria-label={label} className={styles.timeline}>
    {events.map(({ Type, at, place }, index) => (
      <li key={`${index} ${Type}`} data-last={index === events.length - 1 || undefined}>
        <span className={styles.what}>{labelOf(pieceEventLabels, Type)}</span>{' '}
        {place && <span className={styles.place}>{place}</span>} <time dateTime={at}>{formatTime(at)}</time>
      </li>
    ))}
  </ol>
)
