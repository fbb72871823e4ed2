import { type CSSProperties, type KeyboardEvent, type PointerEvent, useState } from 'react'
import styles from './ArrivalChart.module.css'
import { roundedUp, type Series } from './daily-series.ts'

const figure = new Intl.NumberFormat('en-US')

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

/** What is counted. */
export type Noun = { one: string; many: string }

/** Stacked bars. Pointing at one, or selecting it with the arrow keys, shows its numbers. */
export function Bars({ series, noun }: { series: Series; noun: Noun }) {
  const { bars, sources } = series
  const [active, setActive] = useState<number>()
  const last = bars.length - 1
  const at = active === undefined ? undefined : Math.min(active, last)
  const selected = at === undefined ? undefined : bars[at]
  const height = roundedUp(Math.max(...bars.map(({ total }) => total)))
  const span = `${bars[0]?.label.split(' – ')[0]} – ${bars[last]?.label.split(' – ').at(-1)}`

  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setActive(Math.max(0, Math.min(last, Math.floor(((event.clientX - left) / width) * bars.length))))
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setActive(undefined)
    const step = keySteps[event.key]
    if (step === undefined) return undefined
    event.preventDefault()
    return setActive(at === undefined ? last : Math.max(0, Math.min(last, at + step)))
  }
  const counts = selected ? selected.counts : series.totals
  const number = selected ? selected.total : series.total
  const total = `${figure.format(number)} ${number === 1 ? noun.one : noun.many}`

  return (
    <>
      <div className={styles.plot}>
        <div aria-hidden className={styles.scale}>
          <span>{figure.format(height)}</span>
          <span>{figure.format(height / 2)}</span>
          <span>0</span>
        </div>
        <div
          role="slider"
          tabIndex={0}
          aria-label={`Chart of ${noun.many}`}
          aria-valuemin={1}
          aria-valuemax={bars.length}
          aria-valuenow={(at ?? last) + 1}
          aria-valuetext={`${selected?.label ?? span}: ${total}${spoken(sources, counts)}`}
          className={styles.bars}
          onKeyDown={press}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setActive(undefined)}
          onBlur={() => setActive(undefined)}
        >
          <svg aria-hidden viewBox={`0 0 ${bars.length} ${height}`} preserveAspectRatio="none">
            {at !== undefined && <rect className={styles.active} x={at} width={1} height={height} />}
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
          {series.total === 0 && <p className={styles.none}>No {noun.many} in this time</p>}
        </div>
      </div>
      <p aria-hidden className={styles.caption}>
        {selected?.label ?? span}: <strong>{total}</strong>
      </p>
      <ul aria-label="Pages" className={styles.legend}>
        {sources.map((source, rank) => (
          <li key={source} style={colorOf(rank)} dir="auto">
            {source} <span>{figure.format(counts[rank] ?? 0)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

const spoken = (sources: string[], counts: number[]) =>
  sources
    .map((source, rank) => ({ source, count: counts[rank] ?? 0 }))
    .filter(({ count }) => count > 0)
    .map(({ source, count }) => `, ${source} ${figure.format(count)}`)
    .join('')
