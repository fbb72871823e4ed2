import type { PrintStats } from '@app/api-client'
import { SegmentedControl } from '@mantine/core'
import type { UrlState } from '../../list/use-url-state.ts'
import chart from '../../charts/Chart.module.css'
import { SeriesTable } from '../../charts/SeriesTable.tsx'
import { Bars } from '../../charts/Bars.tsx'
import { chartPeriods, seriesOf } from '../../charts/daily-series.ts'
import styles from './PrintScreen.module.css'

/** The period in the URL, or the shortest. */
export const periodOf = (url: UrlState) =>
  chartPeriods.find(({ days }) => String(days) === url.get('days')) ?? chartPeriods[0]

/** Proofs are deleted after days, so the bars link to no list. */
const noList = () => undefined

type Props = { stats: PrintStats; isStale: boolean; url: UrlState }

/** Proofs by the day on which they ended. */
export function ProofChart({ stats: { from, ready, failed }, isStale, url }: Props) {
  // The previous period stays on screen until the next one has loaded.
  const { step } = chartPeriods.find(({ days }) => days === ready.length) ?? chartPeriods[0]
  const counted = [
    { source: 'Ready', counts: ready },
    { source: 'Failed', counts: failed },
  ]
  const series = seriesOf(counted, { from }, ready.length, step)
  return (
    <section aria-labelledby="proofs" aria-busy={isStale} className={chart.section}>
      <h2 id="proofs" className={styles.heading}>
        Proofs per day
      </h2>
      <div className={chart.choices}>
        <SegmentedControl
          aria-label="Period"
          data={chartPeriods.map(({ days, label }) => ({ value: String(days), label }))}
          value={String(periodOf(url).days)}
          onChange={(next) => url.set({ days: next === '30' ? undefined : next }, { replace: true })}
        />
      </div>
      <div className={chart.card}>
        <Bars series={series} noun={{ one: 'proof', many: 'proofs' }} parts="How they ended" addressOf={noList} />
        {series.total > 0 && <SeriesTable series={series} noun="proofs" />}
      </div>
    </section>
  )
}
