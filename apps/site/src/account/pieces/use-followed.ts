import type { PieceSummary } from '@app/api-client'
import { usePolling } from '../area/use-polling.ts'

/** A simulation ends within seconds, so an older piece does not move. */
const newForMs = 600_000

/** True if a piece changes while the customer watches: its file is checked, or its mailing is simulated. */
const isMoving = ({ Mode, Status, CreatedAt }: PieceSummary): boolean =>
  (Mode === 'test' || Status === 'checking') && Date.now() - Date.parse(CreatedAt) < newForMs

interface Shown {
  state: { data: { data: PieceSummary | readonly PieceSummary[] } | undefined }
}

/** What is still moving among the pieces of a query. */
function movesOf({ state: { data } }: Shown): string | undefined {
  const moving = (data ? [data.data].flat() : []).filter(isMoving)
  return moving.map(({ Id, Status }) => `${Id} ${Status}`).join() || undefined
}

/** A `refetchInterval` that follows pieces. Live mail takes days: it is loaded again on return to the page. */
export const useFollowed = () => usePolling(movesOf)
