import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Instant } from '../../components/Instant.tsx'
import rows from '../../list/Rows.module.css'
import styles from './PrintScreen.module.css'
import { refreshPrint } from './refresh-print.ts'

/** Reloads the screen, and shows the age of its data. `loadedAt` is 0 before anything has loaded. */
export function RefreshButton({ loadedAt }: { loadedAt: number }) {
  const queryClient = useQueryClient()
  // Not shown during automatic reloads: a button that comes and goes would lose the focus.
  const [isRefreshing, setRefreshing] = useState(false)
  const refresh = async () => {
    setRefreshing(true)
    await refreshPrint(queryClient)
    setRefreshing(false)
  }
  return (
    <div className={styles.refresh}>
      {loadedAt > 0 && (
        <p className={rows.quiet}>
          Updated <Instant at={new Date(loadedAt).toISOString()} />
        </p>
      )}
      <Button variant="default" loading={isRefreshing} onClick={() => void refresh()}>
        Refresh
      </Button>
    </div>
  )
}
