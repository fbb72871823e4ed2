import { figure } from '../../components/format.ts'
import {
  type SampleRequestCounts,
  updateSampleRequestSpam,
  useGetSampleRequestCounts,
  useListSpamSampleRequests,
} from '@app/api-client'
import type { ReactNode } from 'react'
import { totalText } from '../../list/page-headers.ts'
import { keepPage, pageOf, type UrlState } from '../../list/use-url-state.ts'
import { Views } from '../../list/Views.tsx'
import { countOnly } from '../../cache/queries.ts'
import { reloadRequests } from '../../cache/request-cache.ts'
import { SpamList } from '../../spam/SpamList.tsx'
import { showsSpam, spam } from '../../spam/spam-view.ts'
import { wholeRequestList } from './request-filter.ts'

type View = keyof SampleRequestCounts

const views: { name: View; text: string; filter: Record<string, string>; hint?: string }[] = [
  { name: 'all', text: 'All', filter: {} },
  { name: 'pending', text: 'Pending', filter: { processed: 'false' } },
  {
    name: 'late',
    text: 'Late',
    filter: { processed: 'false', late: 'true' },
    hint: 'Pending for more than two business days',
  },
  { name: 'toPrint', text: 'To print', filter: { processed: 'false', printed: 'false' } },
  {
    name: 'printed',
    text: 'Ready to send',
    filter: { processed: 'false', printed: 'true' },
    hint: 'Printed, and still pending',
  },
  { name: 'processed', text: 'Processed', filter: { processed: 'true' } },
  { name: 'syncFailed', text: 'Sync failed', filter: { sync: 'failed' } },
]

const filterOf = (chosen: string) => views.find(({ name }) => name === chosen)?.filter

/** The server stops counting here. */
const countCap = 10_000
const countText = (count: number) => `${figure(count)}${count === countCap ? '+' : ''}`

/** The view that matches the most filters in the URL. */
function viewOf(url: UrlState): View {
  const fitting = views.filter(({ filter }) => Object.entries(filter).every(([name, value]) => url.get(name) === value))
  return fitting.toSorted((a, b) => Object.keys(b.filter).length - Object.keys(a.filter).length)[0]?.name ?? 'all'
}

/** Choosing a view removes every other filter. */
export function RequestViews({ url, children }: { url: UrlState; children: ReactNode }) {
  const counts = useGetSampleRequestCounts().data?.data
  const caught = useListSpamSampleRequests(countOnly).data
  const counted = views.map(({ name, text, hint }) => ({ name, text, hint, count: counts && countText(counts[name]) }))
  const isSpam = showsSpam(url)
  return (
    <Views
      views={[...counted, { name: spam, text: 'Spam', count: totalText(caught?.headers) }]}
      shown={isSpam ? spam : viewOf(url)}
      onView={(name) => url.set({ ...wholeRequestList, ...filterOf(name), view: name === spam ? spam : undefined })}
    >
      {isSpam ? <SpamRequests url={url} /> : children}
    </Views>
  )
}

const SpamRequests = ({ url }: { url: UrlState }) => (
  <SpamList
    query={useListSpamSampleRequests(pageOf(url), keepPage)}
    kind="sample_requests"
    noun="sample request"
    mark={(id, isSpam) => updateSampleRequestSpam(id, { isSpam })}
    reload={reloadRequests}
  />
)
