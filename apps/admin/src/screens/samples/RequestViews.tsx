import { type SampleRequestCounts, useGetSampleRequestCounts } from '@app/api-client'
import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import type { UrlState } from '../../list/use-url-state.ts'
import styles from '../../list/Views.module.css'
import { wholeRequestList } from './request-filter.ts'

type View = keyof SampleRequestCounts

const views: Record<View, { text: string; filter: Record<string, string> }> = {
  all: { text: 'All', filter: {} },
  pending: { text: 'Pending', filter: { processed: 'false' } },
  processed: { text: 'Processed', filter: { processed: 'true' } },
  syncFailed: { text: 'Sync failed', filter: { sync: 'failed' } },
}

/** Counting stops here. */
const countCap = 10_000
const figure = new Intl.NumberFormat('en-US')
const countText = (count: number) => `${figure.format(count)}${count === countCap ? '+' : ''}`

function viewOf(url: UrlState): View {
  if (url.get('processed')) return url.get('processed') === 'true' ? 'processed' : 'pending'
  return url.get('sync') === 'failed' ? 'syncFailed' : 'all'
}

/** What staff come to look at, one press away, each with its number. A view takes every other filter away. */
export function RequestViews({ url, children }: { url: UrlState; children: ReactNode }) {
  const counts = useGetSampleRequestCounts().data?.data
  const view = viewOf(url)
  return (
    <Tabs value={view} onChange={(next) => url.set({ ...wholeRequestList, ...views[next as View].filter })}>
      <Tabs.List aria-label="Views" className={styles.views}>
        {(Object.keys(views) as View[]).map((name) => (
          <Tabs.Tab key={name} value={name} className={styles.view}>
            {views[name].text} <span className={styles.count}>{counts && countText(counts[name])}</span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={view} className={styles.panel}>
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}
