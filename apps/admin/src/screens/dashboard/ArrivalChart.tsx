import { useGetDailyCounts } from '@app/api-client'
import { SegmentedControl, UnstyledButton } from '@mantine/core'
import { Loaded } from '../../components/Loaded.tsx'
import { routes } from '../../urls/routes.ts'
import { choiceOf } from '../../list/choices.ts'
import { keepPage, type UrlState, useUrlState } from '../../list/use-url-state.ts'
import styles from '../../charts/Chart.module.css'
import { Bars, type ListAddress, type Noun } from '../../charts/Bars.tsx'
import { seriesOf } from '../../charts/daily-series.ts'
import { PeriodChoice, periodOf } from '../../charts/PeriodChoice.tsx'

const kinds = [
  { value: 'leads', label: 'Leads', noun: { one: 'lead', many: 'leads' } },
  { value: 'samples', label: 'Sample requests', noun: { one: 'sample request', many: 'sample requests' } },
] as const

/** Leads or sample requests by day and by the page they came from. Collapsed unless the URL opens it. */
export function ArrivalChart() {
  const url = useUrlState()
  const kind = kinds.find(({ value }) => value === url.get('chart'))
  return (
    <section aria-labelledby="arrivals" className={styles.section}>
      <h2 id="arrivals" className={styles.title}>
        <UnstyledButton
          className={styles.fold}
          aria-expanded={kind !== undefined}
          onClick={() => url.set({ chart: kind ? undefined : 'leads', days: undefined }, { replace: true })}
        >
          By day and page
        </UnstyledButton>
      </h2>
      {kind && <OpenChart kind={kind} url={url} />}
    </section>
  )
}

function OpenChart({ kind: { value: kind, noun }, url }: { kind: (typeof kinds)[number]; url: UrlState }) {
  const { days, step } = periodOf(url)
  const counts = useGetDailyCounts({ days }, keepPage)

  return (
    <>
      <div className={styles.choices}>
        <SegmentedControl
          aria-label="Chart data"
          data={kinds.map(({ value, label }) => ({ value, label }))}
          value={kind}
          onChange={(next) => url.set({ chart: next }, { replace: true })}
        />
        <PeriodChoice />
      </div>
      <Loaded query={counts} failure="The chart could not be loaded" height={252}>
        {({ leads, sampleRequests, from, to }) => (
          <Figure
            rows={kind === 'leads' ? leads : sampleRequests}
            {...{ noun, step, from, to }}
            addressOf={kind === 'leads' ? leadsBehind(days) : requestsBehind}
          />
        )}
      </Loaded>
    </>
  )
}

/** Keeps the chart's parameters. Sources that are combined have no filter. */
const leadsBehind =
  (chartDays: number): ListAddress =>
  ({ from, to }, source) => {
    if (source === null) return undefined
    const query = { chart: 'leads', days: String(chartDays), from, to, ...(source && { source: choiceOf(source) }) }
    return `?${new URLSearchParams(query).toString()}`
  }

/** The list of requests has no filter by page. */
const requestsBehind: ListAddress = ({ from, to }, source) =>
  source === undefined ? `${routes.samples.path}?tab=requests&from=${from}&to=${to}` : undefined

type FigureProps = {
  rows: Parameters<typeof seriesOf>[0]
  from: string
  to: string
  noun: Noun
  step: number
  addressOf: ListAddress
}

function Figure({ rows, from, to, noun, step, addressOf }: FigureProps) {
  // Counted from the response, because the previous period stays on screen until the next one has loaded.
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
  const series = seriesOf(rows, { from }, days, step)
  return <Bars series={series} noun={noun} parts="Pages" addressOf={addressOf} />
}
