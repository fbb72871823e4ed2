import { useGetLeadSourceCounts, useGetLeadStatusCounts, useListLeads, useListSpamLeads } from '@app/api-client'
import type { ReactNode } from 'react'
import { FilterBar } from '../../list/FilterBar.tsx'
import { PagedList } from '../../list/PagedList.tsx'
import { keepPage, pageOf, type UrlState, useUrlState } from '../../list/use-url-state.ts'
import { useCanEdit } from '../../session/use-staff.ts'
import { LeadListHead } from '../../leads/LeadListHead.tsx'
import { LazyLeadPanel } from '../../lead-panel/LazyLeadPanel.tsx'
import { recentTable, useTableLayout } from '../../leads/lead-columns.ts'
import { LeadRows } from '../../leads/LeadRows.tsx'
import { LeadTools } from '../../leads/LeadTools.tsx'
import { leadFields, leadFilter, noFilter } from '../../leads/lead-filter.ts'
import { showsSpam, spam } from '../../spam/spam-view.ts'
import { defaultOrder, leadOrder } from '../../leads/lead-order.ts'
import { RetryFailedLeads } from '../../leads/RetryFailedLeads.tsx'
import { totalText } from '../../list/page-headers.ts'
import { Views } from '../../list/Views.tsx'
import { countOnly } from '../../cache/queries.ts'
import { statusDisplay } from '../../leads/lead-display.tsx'
import { LazySpamLeads } from '../../leads/LazySpamLeads.tsx'

/** Search, filters, page, and the open lead are all in the URL. */
export function RecentLeads() {
  const url = useUrlState()
  const canEdit = useCanEdit()
  const filter = leadFilter(url)
  const order = leadOrder(url.get('order'))
  const table = useTableLayout(recentTable)
  const isSpam = showsSpam(url)
  const sorted = { ...filter, ...(order !== defaultOrder && { order }) }
  const leads = useListLeads({ ...sorted, ...pageOf(url) }, { query: { ...keepPage.query, enabled: !isSpam } })
  const sources = useGetLeadSourceCounts().data?.data ?? []
  const shown = leads.data?.data
  const rows = {
    url,
    label: 'Recent leads',
    titleId: 'recent-leads',
    columns: table.shown,
    isFiltered: Object.keys(filter).length > 0,
    density: table.layout.density,
  }

  return (
    <section aria-labelledby="recent-leads">
      <LeadListHead id="recent-leads" title="Recent Leads" shown={shown} url={url}>
        {canEdit && <RetryFailedLeads />}
        {!isSpam && <LeadTools params={sorted} isFetching={leads.isFetching} table={table} />}
      </LeadListHead>
      <LeadViews url={url} status={filter.status?.[0]}>
        <FilterBar
          searchLabel="Search leads"
          fields={leadFields(
            url,
            sources.map(({ source }) => source),
          )}
          url={url}
        />
        <PagedList query={leads} failure="Leads could not be loaded" loading={<LeadRows {...rows} leads={undefined} />}>
          {(found, list) => <LeadRows {...rows} leads={found} list={list} />}
        </PagedList>
      </LeadViews>
      <LazyLeadPanel url={url} listed={shown ?? []} />
    </section>
  )
}

const everything = 'all'
const presets = ['new', 'sync_failed', 'synced']

type Props = {
  url: UrlState
  /** The status that the list is filtered by. Undefined for all leads. */
  status: string | undefined
  children: ReactNode
}

/** Views of all leads or of one status. They exclude spam, which has its own view. */
function LeadViews({ url, status, children }: Props) {
  const counts = useGetLeadStatusCounts().data?.data
  const caught = useListSpamLeads(countOnly).data
  const shown = status ?? everything
  // A status that the CRM added has a tab only while it is selected.
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
      views={[...views, { name: spam, text: 'Spam', count: totalText(caught?.headers) }]}
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
