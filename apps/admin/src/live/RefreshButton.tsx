import { Button, Group } from '@mantine/core'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Instant } from '../components/Instant.tsx'
import rows from '../list/Rows.module.css'
import { refresh } from './use-steady-refresh.ts'

type Props = {
  keys: readonly QueryKey[]
  /** 0 before anything has loaded. */
  loadedAt: number
}

/** Reloads the screen, and shows the age of its data. */
export function RefreshButton({ keys, loadedAt }: Props) {
  const queryClient = useQueryClient()
  // Not shown during automatic reloads: a button that comes and goes would lose the focus.
  const [isRefreshing, setRefreshing] = useState(false)
  const reload = async () => {
    setRefreshing(true)
    await refresh(queryClient, keys)
    setRefreshing(false)
  }
  return (
    <Group gap="sm">
      {loadedAt > 0 && (
        <span className={rows.quiet}>
          Updated <Instant at={new Date(loadedAt).toISOString()} />
        </span>
      )}
      <Button variant="default" loading={isRefreshing} onClick={() => void reload()}>
        Refresh
      </Button>
    </Group>
  )
}
