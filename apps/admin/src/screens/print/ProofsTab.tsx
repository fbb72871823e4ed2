import {
  type FailureCount,
  type FindingCount,
  getListPrintRunsQueryOptions,
  type PrintRun,
  type PrintStats,
  useGetPrintStats,
} from '@app/api-client'
import { Badge, Skeleton, Table } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { absent, ageText, countText, figure } from '../../components/format.ts'
import { ErrorNotice } from '../../components/Notices.tsx'
import { Figure, Figures } from '../../components/Figures.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Section } from '../../components/Section.tsx'
import { PeriodChoice, periodOf } from '../../charts/PeriodChoice.tsx'
import { keepPage, useUrlState } from '../../list/use-url-state.ts'
import styles from './PrintScreen.module.css'
import { RefreshButton } from '../../live/RefreshButton.tsx'
import { printKeys } from './print-keys.ts'
import { RendererList } from './RendererList.tsx'
import { FigureTable } from '../../components/FigureTable.tsx'
import { Row } from '../../list/Row.tsx'
import rows from '../../list/Rows.module.css'
import chart from '../../charts/Chart.module.css'
import { Bars } from '../../charts/Bars.tsx'
import { chartPeriods, seriesOf } from '../../charts/daily-series.ts'
import { routes } from '../../urls/routes.ts'
import { filesText, kindText, openStatuses, statusColor, statusText } from '../production/run-display.ts'

export function ProofsTab() {
  const url = useUrlState()
  const stats = useGetPrintStats({ days: periodOf(url).days }, keepPage)
  const loaded = stats.data?.data

  return (
    <div className={styles.proofs}>
      <RendererList
        waiting={loaded?.queue.waiting ?? 0}
        action={<RefreshButton keys={printKeys} loadedAt={loaded ? stats.dataUpdatedAt : 0} />}
      />
      <OpenRuns />
      <Loaded query={stats} failure="The figures could not be loaded" height={420}>
        {(figures) => (
          <>
            <QueueFigures stats={figures} />
            <ProofChart stats={figures} isStale={stats.isPlaceholderData} />
            <div className={styles.counts}>
              <CodeCounts
                title="Failures"
                hint="Proofs that failed, by reason"
                none="No failed proofs in this period"
                rows={figures.failures}
              />
              <CodeCounts
                title="Findings"
                hint="Proofs with findings, by check"
                none="No findings in this period"
                rows={figures.findings}
              />
            </div>
          </>
        )}
      </Loaded>
    </div>
  )
}

/** Milliseconds below a second, otherwise seconds. */
const durationText = (milliseconds: number | null): string => {
  if (milliseconds === null) return absent
  return milliseconds < 1_000 ? `${figure(Math.round(milliseconds))} ms` : `${(milliseconds / 1_000).toFixed(1)} s`
}

const QueueFigures = ({ stats: { queue, renderTime } }: { stats: PrintStats }) => (
  <Figures>
    <Figure label="Waiting" note={queue.waiting > 0 && `the oldest for ${ageText(queue.oldestWaitingSeconds)}`}>
      {figure(queue.waiting)}
    </Figure>
    <Figure label="Being rendered">{figure(queue.rendering)}</Figure>
    <Figure label="Median render time" note="in the last 24 hours">
      {durationText(renderTime.median)}
    </Figure>
    <Figure label="95th percentile render time" note="in the last 24 hours">
      {durationText(renderTime.p95)}
    </Figure>
  </Figures>
)

type CountsProps = {
  title: string
  hint: string
  /** Shown in place of an empty table. */
  none: string
  rows: readonly (FailureCount | FindingCount)[]
}

/** Proofs by error or finding code, most frequent first. */
const CodeCounts = ({ title, hint, none, rows: counts }: CountsProps) => (
  <Section title={title} note={counts.length === 0 ? none : hint}>
    {counts.length > 0 && (
      <FigureTable label={title} columns={['Code', 'Proofs']}>
        {counts.map((count) => (
          <Table.Tr key={`${count.code} ${severityOf(count) ?? ''}`}>
            <Table.Th scope="row">
              <code className={rows.code}>{count.code}</code>
              <Severity severity={severityOf(count)} />
            </Table.Th>
            <Table.Td>{figure(count.proofs)}</Table.Td>
          </Table.Tr>
        ))}
      </FigureTable>
    )}
  </Section>
)

const severityOf = (count: FailureCount | FindingCount) => ('severity' in count ? count.severity : undefined)

const Severity = ({ severity }: { severity: FindingCount['severity'] | undefined }) =>
  severity && (
    <>
      {' '}
      <Badge color={severity === 'error' ? 'red' : 'gold'}>{severity === 'error' ? 'Error' : 'Warning'}</Badge>
    </>
  )

/** Proofs are deleted after days, so the bars have no link to a list. */
const noList = () => undefined

type ChartProps = { stats: PrintStats; isStale: boolean }

/** Proofs by the day on which they ended. */
function ProofChart({ stats: { from, ready, failed }, isStale }: ChartProps) {
  // The previous period stays on screen until the next one has loaded.
  const { step } = chartPeriods.find(({ days }) => days === ready.length) ?? chartPeriods[0]
  const counted = [
    { source: 'Ready', counts: ready },
    { source: 'Failed', counts: failed },
  ]
  const series = seriesOf(counted, { from }, ready.length, step)
  return (
    <Section title="Proofs per day" action={<PeriodChoice />}>
      <div className={chart.section} aria-busy={isStale}>
        <Bars series={series} noun={{ one: 'proof', many: 'proofs' }} parts="How they ended" addressOf={noList} />
      </div>
    </Section>
  )
}

/** The maximum number of runs of each status. The production screen lists them all. */
const limit = 50

/** The print runs that are not mailed yet, newest first. */
function OpenRuns() {
  const queries = useQueries({ queries: openStatuses.map((status) => getListPrintRunsQueryOptions({ status, limit })) })
  const failed = queries.find(({ isError }) => isError)
  const isPending = queries.some((query) => query.isPending)
  const runs = queries.flatMap(({ data }) => data?.data ?? []).toSorted((one, other) => other.number - one.number)
  return (
    <Section title="Open print runs" note={!failed && !isPending && runs.length === 0 && 'No open print runs'}>
      {failed && (
        <ErrorNotice
          title="The print runs could not be loaded"
          query={{ ...failed, refetch: () => queries.map(({ refetch }) => refetch()) }}
        />
      )}
      {isPending && <Skeleton height={60} radius="md" role="status" aria-label="Loading" />}
      {runs.length > 0 && (
        <ul aria-label="Open print runs" className={rows.rows}>
          {runs.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </ul>
      )}
    </Section>
  )
}

const RunRow = ({ run }: { run: PrintRun }) => (
  <Row columns="1fr 1fr 1fr">
    <div className={rows.line}>
      <Link to={`${routes.production.path}?tab=runs&run=${run.id}`}>Run {run.number}</Link>
      <Badge color={statusColor(run.status)}>{statusText(run.status)}</Badge>
    </div>
    <p>{kindText(run)}</p>
    <p className={rows.quiet}>{[countText(run.pieces, 'piece'), filesText(run)].filter(Boolean).join(' · ')}</p>
  </Row>
)
