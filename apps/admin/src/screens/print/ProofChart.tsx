import type { PrintStats } from '@app/api-client'
import chart from '../../charts/Chart.module.css'
import { SeriesTable } from '../../charts/SeriesTable.tsx'
import { Bars } from '../../charts/Bars.tsx'
import { chartPeriods, seriesOf } from '../../charts/daily-series.ts'
import { PeriodChoice } from '../../charts/PeriodChoice.tsx'
import styles from './PrintScreen.module.css'

/** Proofs are deleted after days, so the bars link to no list. */
const noList = () => undefined

type Props = { stats: PrintStats; isStale: boolean }

/** Proofs by the day on which they ended. */
export function ProofChart({ stats: { from, ready, failed }, isStale }: Props) {
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
        <PeriodChoice />
      </div>
      <div className={chart.card}>
        <Bars series={series} noun={{ one: 'proof', many: 'proofs' }} parts="How they ended" addressOf={noList} />
        {series.total > 0 && <SeriesTable series={series} noun="proofs" />}
      </div>
    </section>
  )
}
