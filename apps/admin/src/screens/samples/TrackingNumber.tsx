import { parcelUrl } from '@app/brand/parcel-tracking'
import styles from './TrackingNumber.module.css'

/** The number of the parcel, which leads to where it can be followed, if that is known. */
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
