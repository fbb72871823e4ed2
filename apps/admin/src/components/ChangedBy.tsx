import styles from './ChangedBy.module.css'
import { Instant } from './Instant.tsx'

/** Who changed a record last, and when. Renders nothing where that is not known. */
export function ChangedBy({ at, by }: { at: string | undefined; by: string | undefined }) {
  if (!at || !by) return null
  return (
    <span className={styles.changed}>
      Changed by <bdi>{by}</bdi>, <Instant at={at} />
    </span>
  )
}
