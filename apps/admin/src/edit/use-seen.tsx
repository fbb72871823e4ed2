import { Button } from '@mantine/core'
import { useState } from 'react'
import styles from './StaleNotice.module.css'

interface Versioned {
  version: number
  changedBy?: string | undefined
}

/**
 * Keeps the version of the record that a dialog opened with, so that the user decides about the version they read. A later
 * version is announced, and shown when the user requests it. The user's text stays.
 */
export function useSeen<Item extends Versioned | undefined>(record: Item, what: string) {
  const [seen, setSeen] = useState(record)
  return {
    seen,
    news: record && seen && record.version > seen.version && (
      <div role="alert" className={styles.notice}>
        <p className={styles.title}>
          <bdi>{record.changedBy ?? 'Someone else'}</bdi> changed this {what}
        </p>
        <p className={styles.text}>This dialog shows the earlier version. Review the current version, then decide.</p>
        <div className={styles.buttons}>
          <Button variant="default" onClick={() => setSeen(record)}>
            Show current version
          </Button>
        </div>
      </div>
    ),
  }
}
