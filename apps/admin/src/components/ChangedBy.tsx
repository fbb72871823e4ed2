import styles from './ChangedBy.module.css'
import { Instant } from './Instant.tsx'

/** Shows who last changed a record and when. Renders nothing if either is unknown. */
export function ChangedBy({ at, by }: { at: string | undefined; by: string | undefined }) {
  if (!at || !by) return null
  return (
    <span className={styles.changed}>
      Changed by <bdi>{by}</bdi>, <Instant at={at} />
    </span>
  )
}
