import { SegmentedControl } from '@mantine/core'
import { type UrlState, useUrlState } from '../list/use-url-state.ts'
import { chartPeriods } from './daily-series.ts'

/** The period in the URL, or the shortest. */
export const periodOf = (url: UrlState) =>
  chartPeriods.find(({ days }) => String(days) === url.get('days')) ?? chartPeriods[0]

export function PeriodChoice() {
  const url = useUrlState()
  return (
    <SegmentedControl
      aria-label="Period"
      data={chartPeriods.map(({ days, label }) => ({ value: String(days), label }))}
      value={String(periodOf(url).days)}
      onChange={(next) => url.set({ days: next === '30' ? undefined : next }, { replace: true })}
    />
  )
}
