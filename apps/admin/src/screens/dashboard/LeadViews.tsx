import { useGetLeadStatusCounts } from '@app/api-client'
import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from '../../list/Views.module.css'
import { statuses } from './lead-display.ts'

const everything = 'all'
const presets = ['new', 'sync_failed', 'synced']
const figure = new Intl.NumberFormat('en-US')

type Props = {
  /** The status that the list is of; undefined for all leads. */
  status: string | undefined
  onView: (status: string | undefined) => void
  /** The list. */
  children: ReactNode
}

/** What staff come to look at, one press away, each with the number of leads in it. */
export function LeadViews({ status, onView, children }: Props) {
  const counts = useGetLeadStatusCounts().data?.data
  const view = status ?? everything
  // A state of the CRM's own has no preset; while it is looked at it stands among them.
  const views = [everything, ...presets, ...(presets.includes(view) || view === everything ? [] : [view])]
  const countOf = (name: string) =>
    counts?.filter((one) => name === everything || one.status === name).reduce((sum, { leads }) => sum + leads, 0)
  return (
    <Tabs value={view} onChange={(next) => onView(next === everything ? undefined : (next ?? undefined))}>
      <Tabs.List aria-label="Views" className={styles.views}>
        {views.map((name) => (
          <LeadView key={name} name={name} count={countOf(name)} />
        ))}
      </Tabs.List>
      <Tabs.Panel value={view} className={styles.panel}>
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}

const LeadView = ({ name, count }: { name: string; count: number | undefined }) => (
  <Tabs.Tab value={name} className={styles.view}>
    {name === everything ? 'All' : (statuses[name]?.text ?? name)}{' '}
    <span className={styles.count}>{count !== undefined && figure.format(count)}</span>
  </Tabs.Tab>
)
