import { parcelUrl } from '@app/brand/parcel-tracking'
import styles from './TrackingNumber.module.css'

/** The tracking number, with a link to the carrier's page if there is one. */
export function TrackingNumber({ number }: { number: string }) {
  const url = parcelUrl(number)
  if (!url) return <span className={styles.number}>{number}</span>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={styles.number}>
      {number}
      <span className={styles.hidden}> (opens in a new tab)</span>
    </a>
  )
}
