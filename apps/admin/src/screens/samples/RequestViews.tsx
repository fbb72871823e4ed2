import { type SampleRequestCounts, useGetSampleRequestCounts } from '@app/api-client'
import type { ReactNode } from 'react'
import type { UrlState } from '../../list/use-url-state.ts'
import { Views } from '../../list/Views.tsx'
import { wholeRequestList } from './request-filter.ts'

type View = keyof SampleRequestCounts

const views: { name: View; text: string; filter: Record<string, string> }[] = [
  { name: 'all', text: 'All', filter: {} },
  { name: 'pending', text: 'Pending', filter: { processed: 'false' } },
  { name: 'processed', text: 'Processed', filter: { processed: 'true' } },
  { name: 'syncFailed', text: 'Sync failed', filter: { sync: 'failed' } },
]

const filterOf = (chosen: string) => views.find(({ name }) => name === chosen)?.filter

/** The server stops counting here. */
const countCap = 10_000
const figure = new Intl.NumberFormat('en-US')
const countText = (count: number) => `${figure.format(count)}${count === countCap ? '+' : ''}`

function viewOf(url: UrlState): View {
  if (url.get('processed')) return url.get('processed') === 'true' ? 'processed' : 'pending'
  return url.get('sync') === 'failed' ? 'syncFailed' : 'all'
}

/** Choosing a view removes every other filter. */
export function RequestViews({ url, children }: { url: UrlState; children: ReactNode }) {
  const counts = useGetSampleRequestCounts().data?.data
  const counted = views.map(({ name, text }) => ({ name, text, count: counts && countText(counts[name]) }))
  return (
    <Views views={counted} shown={viewOf(url)} onView={(name) => url.set({ ...wholeRequestList, ...filterOf(name) })}>
      {children}
    </Views>
  )
}
