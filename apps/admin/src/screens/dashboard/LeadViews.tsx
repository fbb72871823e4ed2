import { useGetLeadStatusCounts, useListSpamLeads } from '@app/api-client'
import type { ReactNode } from 'react'
import { totalCount } from '../../list/page-headers.ts'
import type { UrlState } from '../../list/use-url-state.ts'
import { Views } from '../../list/Views.tsx'
import { countOnly } from '../../cache/spam-count.ts'
import { statusDisplay } from '../../leads/lead-display.tsx'
import { noFilter } from '../../leads/lead-filter.ts'
import { showsSpam, spam } from '../../spam/spam-view.ts'
import { LazySpamLeads } from '../../leads/LazySpamLeads.tsx'

const everything = 'all'
const presets = ['new', 'sync_failed', 'synced']

type Props = {
  url: UrlState
  /** The status that the list is filtered by. Undefined for all leads. */
  status: string | undefined
  children: ReactNode
}

/** Views of all leads or of one status. They exclude spam, which has its own view. */
export function LeadViews({ url, status, children }: Props) {
  const counts = useGetLeadStatusCounts().data?.data
  const caught = useListSpamLeads(countOnly).data
  const shown = status ?? everything
  // A status of the CRM's own only has a tab while it is selected.
  const names = [everything, ...presets, ...(presets.includes(shown) || shown === everything ? [] : [shown])]
  const countOf = (name: string) =>
    counts?.filter((one) => name === everything || one.status === name).reduce((sum, { leads }) => sum + leads, 0)
  const views = names.map((name) => ({
    name,
    text: name === everything ? 'All' : statusDisplay(name).text,
    count: countOf(name),
  }))
  const isSpam = showsSpam(url)
  return (
    <Views
      views={[...views, { name: spam, text: 'Spam', count: caught && totalCount(caught.headers) }]}
      shown={isSpam ? spam : shown}
      onView={(name) =>
        url.set({
          ...noFilter,
          view: name === spam ? spam : undefined,
          status: name === spam || name === everything ? undefined : name,
        })
      }
    >
      {isSpam ? <LazySpamLeads url={url} /> : children}
    </Views>
  )
}
