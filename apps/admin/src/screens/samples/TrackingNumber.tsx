import { parcelUrl } from '@app/brand/parcel-tracking'
import { NewTabLink } from '../../components/NewTabLink.tsx'
import styles from './TrackingNumber.module.css'

/** The tracking number, with a link to the carrier's page if there is one. */
export function TrackingNumber({ number }: { number: string }) {
  const url = parcelUrl(number)
  if (!url) return <span className={styles.number}>{number}</span>
  return (
    <NewTabLink href={url} className={styles.number}>
      {number}
    </NewTabLink>
  )
}
