import { figure } from '../../components/figure.ts'
import { type PrintStats, useGetPrintStats } from '@app/api-client'
import { Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { ageText } from '../../components/age-text.ts'
import { absent } from '../../components/date-text.ts'
import { Figure, Figures } from '../../components/Figures.tsx'
import { periodOf } from '../../charts/PeriodChoice.tsx'
import { useUrlState } from '../../list/use-url-state.ts'
import { CodeCounts } from './CodeCounts.tsx'
import { OpenRuns } from './OpenRuns.tsx'
import styles from './PrintScreen.module.css'
import { ProofChart } from './ProofChart.tsx'
import { RefreshButton } from '../../live/RefreshButton.tsx'
import { printKeys } from './print-keys.ts'
import { RendererList } from './RendererList.tsx'

export function ProofsTab() {
  const url = useUrlState()
  const stats = useGetPrintStats({ days: periodOf(url).days }, { query: { placeholderData: keepPreviousData } })
  const loaded = stats.data?.data

  return (
    <div className={styles.proofs}>
      <RendererList
        waiting={loaded?.queue.waiting ?? 0}
        action={<RefreshButton keys={printKeys} loadedAt={loaded ? stats.dataUpdatedAt : 0} />}
      />
      <OpenRuns />
      <ErrorNotice title="The figures could not be loaded" query={stats} />
      {stats.isPending && <Skeleton height={420} radius="md" role="status" aria-label="Loading" />}
      {loaded && (
        <>
          <QueueFigures stats={loaded} />
          <ProofChart stats={loaded} isStale={stats.isPlaceholderData} />
          <div className={styles.counts}>
            <CodeCounts
              title="Failures"
              hint="Proofs that failed, by reason"
              none="No failed proofs in this period"
              rows={loaded.failures}
            />
            <CodeCounts
              title="Findings"
              hint="Proofs with findings, by check"
              none="No findings in this period"
              rows={loaded.findings}
            />
          </div>
        </>
      )}
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
