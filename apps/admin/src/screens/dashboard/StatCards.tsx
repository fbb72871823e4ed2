import { useGetLeadStats, useGetLeadTrends } from '@app/api-client'
import { Skeleton, Tooltip, UnstyledButton } from '@mantine/core'
import { Link } from 'react-router-dom'
import { ErrorNotice } from '../../components/Notices.tsx'
import { useBusinessDay } from '../../list/use-business-day.ts'
import { showList } from '../../charts/show-list.ts'
import { statDefinitions, type Trend } from './stat-definitions.ts'
import styles from './StatCards.module.css'

const tooltip = { events: { hover: true, focus: true, touch: true }, interactive: true, multiline: true, w: 260 }

export function StatCards() {
  const stats = useGetLeadStats()
  const trends = useGetLeadTrends()
  const today = useBusinessDay()

  const notice = <ErrorNotice title="Statistics could not be loaded" query={stats} />
  if (stats.isLoadingError) return notice

  return (
    <>
      {notice}
      <dl aria-label="Statistics" aria-busy={stats.isPending} className={styles.cards}>
        {statDefinitions.map(({ label, definition, figure, trend, list }) => (
          <div key={label} className={styles.card}>
            <dt className={styles.label}>
              {label}
              <Tooltip label={definition} withinPortal={false} {...tooltip}>
                <UnstyledButton className={styles.help} aria-label={`About ${label}`}>
                  ?
                </UnstyledButton>
              </Tooltip>
            </dt>
            <dd className={styles.figure}>
              {stats.isPending ? (
                <Skeleton height="0.8em" width="4ch" />
              ) : (
                <Link
                  to={list(today)}
                  onClick={showList}
                  className={styles.link}
                  title={`Show the leads behind ${label}`}
                >
                  {figure(stats.data.data)}
                </Link>
              )}
            </dd>
            {/* Less important than the figure: if it cannot be loaded, the figure is shown without it. */}
            <dd className={styles.trend}>
              {trends.data ? (
                <TrendText {...trend(trends.data.data)} />
              ) : (
                trends.isPending && <Skeleton height="1em" width="12ch" />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const arrows = { up: '▲', down: '▼', same: '' }

const TrendText = ({ direction, text }: Trend) => (
  <>
    {direction !== 'same' && <span aria-hidden>{arrows[direction]} </span>}
    <span>{text}</span>
  </>
)
