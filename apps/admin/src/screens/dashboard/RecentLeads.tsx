import { useGetLeadSourceCounts, useListLeads } from '@app/api-client'
import { FilterBar } from '../../list/FilterBar.tsx'
import { PagedList } from '../../list/PagedList.tsx'
import { keepPage, pageOf, useUrlState } from '../../list/use-url-state.ts'
import { useCanEdit } from '../../session/use-staff.ts'
import { LeadListHead } from '../../leads/LeadListHead.tsx'
import { LazyLeadPanel } from '../../lead-panel/LazyLeadPanel.tsx'
import { recentTable, useTableLayout } from '../../leads/lead-columns.ts'
import { LeadRows } from '../../leads/LeadRows.tsx'
import { LeadTools } from '../../leads/LeadTools.tsx'
import { leadFields, leadFilter } from '../../leads/lead-filter.ts'
import { showsSpam } from '../../spam/spam-view.ts'
import { LeadViews } from './LeadViews.tsx'
import { defaultOrder, leadOrder } from '../../leads/lead-order.ts'
import { RetryFailedLeads } from '../../leads/RetryFailedLeads.tsx'

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
