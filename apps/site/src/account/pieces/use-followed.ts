import type { PieceSummary } from '@app/api-client'
import { usePolling } from '../area/use-polling.ts'

/** A simulation ends within seconds, so an older piece no longer changes. */
const newForMs = 600_000

/** True if a piece may change while the customer watches: its file is being checked, or its mailing is simulated. */
const isMoving = ({ Mode, Status, CreatedAt }: PieceSummary): boolean =>
  (Mode === 'test' || Status === 'checking') && Date.now() - Date.parse(CreatedAt) < newForMs

interface Shown {
  state: { data: { data: PieceSummary | readonly PieceSummary[] } | undefined }
}

/** The pieces of a query that may still change, with their statuses. */
function movesOf({ state: { data } }: Shown): string | undefined {
  const moving = (data ? [data.data].flat() : []).filter(isMoving)
  return moving.map(({ Id, Status }) => `${Id} ${Status}`).join() || undefined
}

/**
 * A `refetchInterval` for pieces. Live mail takes days, so live pieces reload only when the member returns to the page.
 */
export const useFollowed = () => usePolling(movesOf)
