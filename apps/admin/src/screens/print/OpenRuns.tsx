import { getListPrintRunsQueryOptions, type PrintRun } from '@app/api-client'
import { Badge, Skeleton } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { countText } from '../../components/figure.ts'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import rows from '../../list/Rows.module.css'
import { routes } from '../../urls/routes.ts'
import { filesText, kindText, openStatuses, statusColor, statusText } from '../production/run-display.ts'
import styles from './PrintScreen.module.css'

/** Of each status. Production has them all. */
const limit = 50

/** The print runs that are not mailed yet, newest first. */
export function OpenRuns() {
  const queries = useQueries({ queries: openStatuses.map((status) => getListPrintRunsQueryOptions({ status, limit })) })
  const failed = queries.find(({ isError }) => isError)
  const isPending = queries.some((query) => query.isPending)
  const runs = queries.flatMap(({ data }) => data?.data ?? []).toSorted((one, other) => other.number - one.number)
  return (
    <section aria-labelledby="open-runs">
      <h2 id="open-runs" className={styles.heading}>
        Open print runs
      </h2>
      {failed && (
        <ErrorNotice
          title="The print runs could not be loaded"
          query={{ ...failed, refetch: () => queries.map(({ refetch }) => refetch()) }}
        />
      )}
      {isPending && <Skeleton height={60} radius="md" role="status" aria-label="Loading" />}
      {!failed && !isPending && runs.length === 0 && <p className={rows.quiet}>No open print runs</p>}
      {runs.length > 0 && (
        <ul aria-label="Open print runs" className={rows.rows}>
          {runs.map((run) => (
            <Row key={run.id} run={run} />
          ))}
        </ul>
      )}
    </section>
  )
}

const Row = ({ run }: { run: PrintRun }) => (
  <li className={`${rows.row} ${styles.renderer}`}>
    <div className={rows.line}>
      <Link to={`${routes.production.path}?tab=runs&run=${run.id}`}>Run {run.number}</Link>
      <Badge color={statusColor(run.status)}>{statusText(run.status)}</Badge>
    </div>
    <p>{kindText(run)}</p>
    <p className={rows.quiet}>{[countText(run.pieces, 'piece'), filesText(run)].filter(Boolean).join(' · ')}</p>
  </li>
)
