import { figure } from '../components/format.ts'
import { type CSSProperties, type FocusEvent, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import styles from './Chart.module.css'
import { type Bar, roundedUp, type Series } from './daily-series.ts'
import { SeriesTable } from './SeriesTable.tsx'
import { showList } from './show-list.ts'

/** How many bars each key moves the selection by. */
const keySteps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: -1_000,
  End: 1_000,
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- React's type has no custom properties.
const colorOf = (index: number) => ({ '--series': `var(--series-${index})` }) as CSSProperties

/** The noun for the counted records. */
export type Noun = { one: string; many: string }

/** The URL of the list behind some days, optionally for one page of the site. */
export type ListAddress = (days: Pick<Bar, 'from' | 'to'>, source?: string | null) => string | undefined

type Props = {
  series: Series
  noun: Noun
  /** A label for the parts of a bar. */
  parts: string
  addressOf: ListAddress
}

/**
 * Stacked bars, with their numbers in a table. Hovering or the arrow keys select a bar and show its numbers. A click or
 * Enter opens its list.
 */
export function Bars({ series, noun, parts, addressOf }: Props) {
  const { bars, sources } = series
  const navigate = useNavigate()
  const caption = useRef<HTMLParagraphElement>(null)
  const [active, setActive] = useState<number>()
  const last = bars.length - 1
  const at = active === undefined ? undefined : Math.min(active, last)
  const selected = at === undefined ? undefined : bars[at]
  const height = roundedUp(Math.max(...bars.map(({ total }) => total)))
  const shown = selected ?? series.all

  const open = (behind: Pick<Bar, 'from' | 'to'>) => {
    const address = addressOf(behind)
    if (!address) return
    void navigate(address)
    showList()
  }
  // The link to the selected bar's list keeps the bar selected.
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!caption.current?.contains(relatedTarget)) setActive(undefined)
  }
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setActive(Math.max(0, Math.min(last, Math.floor(((event.clientX - left) / width) * bars.length))))
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setActive(undefined)
    if (event.key === 'Enter') return open(shown)
    const step = keySteps[event.key]
    if (step === undefined) return undefined
    event.preventDefault()
    return setActive(at === undefined ? last : Math.max(0, Math.min(last, at + step)))
  }
  const total = `${figure(shown.total)} ${shown.total === 1 ? noun.one : noun.many}`

  return (
    <div className={styles.card}>
      <div className={styles.plot}>
        <div aria-hidden className={styles.scale}>
          <span>{figure(height)}</span>
          <span>{figure(height / 2)}</span>
          <span>0</span>
        </div>
        <div
          role="slider"
          tabIndex={0}
          aria-label={`Chart of ${noun.many}`}
          aria-valuemin={1}
          aria-valuemax={bars.length}
          aria-valuenow={(at ?? last) + 1}
          aria-valuetext={`${shown.label}: ${total}${spoken(sources, shown.counts)}`}
          className={styles.bars}
          onKeyDown={press}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={(event) => event.pointerType !== 'touch' && setActive(undefined)}
          onBlur={leave}
          onClick={({ nativeEvent }) => !isTouch(nativeEvent) && selected && open(selected)}
        >
          <Segments series={series} height={height} active={at} />
          {series.all.total === 0 && <p className={styles.none}>No {noun.many} in this period</p>}
        </div>
      </div>
      <p ref={caption} className={styles.caption}>
        {shown.label}: <ListLink to={addressOf(shown)}>{total}</ListLink>
      </p>
      <Legend series={series} label={parts} counts={shown.counts} toOf={(source) => addressOf(shown, source)} />
      {series.all.total > 0 && <SeriesTable series={series} noun={noun.many} />}
    </div>
  )
}

type SegmentsProps = { series: Series; height: number; active: number | undefined }

const Segments = ({ series: { bars, sources }, height, active }: SegmentsProps) => (
  <svg aria-hidden viewBox={`0 0 ${bars.length} ${height}`} preserveAspectRatio="none">
    {active !== undefined && <rect className={styles.active} x={active} width={1} height={height} />}
    {bars.map((bar, index) => (
      <g key={bar.label}>
        {bar.counts.map((count, rank) => (
          <rect
            key={sources[rank]}
            className={styles.segment}
            style={colorOf(rank)}
            x={index + 0.1}
            y={height - bar.counts.slice(0, rank + 1).reduce((sum, one) => sum + one, 0)}
            width={0.8}
            height={count}
          />
        ))}
      </g>
    ))}
  </svg>
)

type LegendProps = {
  series: Series
  label: string
  counts: number[]
  toOf: (source: string | null | undefined) => string | undefined
}

const Legend = ({ series: { sources, filters }, label, counts, toOf }: LegendProps) => (
  <ul aria-label={label} className={styles.legend}>
    {sources.map((source, rank) => (
      <li key={source} style={colorOf(rank)} dir="auto">
        <ListLink to={toOf(filters[rank])}>{source}</ListLink> <span>{figure(counts[rank] ?? 0)}</span>
      </li>
    ))}
  </ul>
)

const ListLink = ({ to, children }: { to: string | undefined; children: string }) =>
  to ? (
    <Link to={to} onClick={showList}>
      {children}
    </Link>
  ) : (
    children
  )

/** On touch screens, the first tap only selects the bar. The caption below is its link. */
const isTouch = (event: Event) => event instanceof window.PointerEvent && event.pointerType === 'touch'

const spoken = (sources: string[], counts: number[]) =>
  sources
    .map((source, rank) => ({ source, count: counts[rank] ?? 0 }))
    .filter(({ count }) => count > 0)
    .map(({ source, count }) => `, ${source} ${figure(count)}`)
    .join('')
