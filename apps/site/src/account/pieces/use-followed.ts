import type { PieceSummary } from '@app/api-client'
import { useState } from 'react'
import { pollWhileMoving } from '../area/poll-while-moving.ts'

/** A simulation ends within seconds, so an older piece does not move. */
const newForMs = 600_000

/** True if a piece changes while the customer watches: its file is checked, or its mailing is simulated. */
const isMoving = ({ Mode, Status, CreatedAt }: PieceSummary): boolean =>
  (Mode === 'test' || Status === 'checking') && Date.now() - Date.parse(CreatedAt) < newForMs

interface Shown {
  state: { data: { data: PieceSummary | readonly PieceSummary[] } | undefined }
}

/** A `refetchInterval` that follows pieces. Live mail takes days: it is loaded again on return to the page. */
export function useFollowed() {
  const [interval] = useState(() =>
    pollWhileMoving(({ state: { data } }: Shown) => {
      const pieces: readonly PieceSummary[] = data ? [data.data].flat() : []
      return (
        pieces
          .filter(isMoving)
          .map(({ Id, Status }) => `${Id} ${Status}`)
          .join() || undefined
      )
    }),
  )
  return interval
}
