import { dayText } from '../components/format.ts'
import { dayAfter } from '../list/day-range.ts'
import type { DailyCounts, SourceCount } from '@app/api-client'

export const chartPeriods = [
  { days: 30, label: '30 days', step: 1 },
  { days: 90, label: '90 days', step: 1 },
  // Grouped by week, because 364 bars would be too thin to see.
  { days: 364, label: '52 weeks', step: 7 },
] as const

export interface Bar {
  label: string
  /** First and last day, in the API's format. */
  from: string
  to: string
  /** One count per source, in the order of `sources`. */
  counts: number[]
  total: number
}

export interface Series {
  sources: string[]
  /** The value of the list's filter for each source. Null for sources that are combined. */
  filters: (string | null)[]
  bars: Bar[]
  /** All bars combined. */
  all: Bar
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Bars of one day each, or of `step` days. */
export function seriesOf(
  rows: readonly SourceCount[],
  { from }: Pick<DailyCounts, 'from'>,
  days: number,
  step: number,
) {
  const barOf = (begin: number, length: number): Bar => {
    const counts = rows.map((row) => sum(row.counts.slice(begin, begin + length)))
    const [first, last] = [dayAfter(from, begin), dayAfter(from, begin + length - 1)]
    const label = length === 1 ? dayText(first) : `${dayText(first)} – ${dayText(last)}`
    return { label, from: first, to: last, counts, total: sum(counts) }
  }
  const sources = rows.map(({ source }) => source ?? 'Other pages')
  const bars = Array.from({ length: Math.ceil(days / step) }, (_, index) => barOf(index * step, step))
  return {
    sources,
    filters: rows.map(({ source }) => source),
    bars,
    all: barOf(0, bars.length * step),
  } satisfies Series
}

/** The height of the chart: the next round number that is even, so that the middle label is a whole number. */
export function roundedUp(largest: number): number {
  const scale = 10 ** Math.floor(Math.log10(Math.max(1, largest)))
  return [2, 4, 6, 8, 10].map((factor) => factor * scale).find((height) => height >= largest) ?? 2
}
