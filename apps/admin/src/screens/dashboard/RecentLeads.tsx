import { getExportLeadsUrl, useGetLeadSourceCounts, useListLeads } from '@app/api-client'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ExportLink } from '../../list/ExportLink.tsx'
import { FilterBar } from '../../list/FilterBar.tsx'
import { PagedList } from '../../list/PagedList.tsx'
import { firstPage, keepPage, pageOf } from '../../list/paging.ts'
import { useIsNarrow } from '../../list/use-is-narrow.ts'
import { useUrlState } from '../../list/use-url-state.ts'
import { useCanEdit } from '../../session/use-can-edit.ts'
import { LeadListHead } from '../../leads/LeadListHead.tsx'
import { LazyLeadPanel } from '../../lead-panel/LazyLeadPanel.tsx'
import { exportedColumns, recentTable, useTableLayout } from '../../leads/lead-columns.ts'
import { LeadCards } from '../../leads/LeadCards.tsx'
import { type LeadListProps, LeadTable } from '../../leads/LeadTable.tsx'
import { leadFields, leadFilter } from '../../leads/lead-filter.ts'
import { LeadViews, showsSpam } from './LeadViews.tsx'
import { type LeadOrder, leadOrder, defaultOrder } from '../../leads/lead-order.ts'
import { refreshLeads } from '../../cache/lead-cache.ts'
import { RetryFailedLeads } from '../../leads/RetryFailedLeads.tsx'
import { TableLayoutButton } from '../../leads/TableLayoutButton.tsx'

const pageSize = 50

/** Search, filters, page, and the open lead are all in the URL. */
export function RecentLeads() {
  const url = useUrlState()
  const canEdit = useCanEdit()
  const queryClient = useQueryClient()
  const filter = leadFilter(url)
  const order = leadOrder(url.get('order'))
  const { layout, setLayout, shown: columns } = useTableLayout(recentTable)
  const exported = exportedColumns(recentTable, layout)
  const isSpam = showsSpam(url)
  const isNarrow = useIsNarrow()
  const sorted = { ...filter, ...(order !== defaultOrder && { order }) }
  const leads = useListLeads(
    { ...sorted, ...pageOf(url, pageSize) },
    { query: { ...keepPage.query, enabled: !isSpam } },
  )
  const sources = useGetLeadSourceCounts().data?.data ?? []
  const shown = leads.data?.data
  const isFiltered = Object.keys(filter).length > 0
  const showNew = () => {
    // New leads are only at the top in the default order.
    url.set({ order: undefined, ...firstPage })
    refreshLeads(queryClient)
  }

  const common = {
    label: 'Recent leads',
    titleId: 'recent-leads',
    columns,
    isFiltered,
    onOpen: (id: string) => url.set({ lead: id }),
    openId: url.get('lead'),
    order,
    onOrder: (next: LeadOrder) => url.set({ order: next === defaultOrder ? undefined : next, ...firstPage }),
  } satisfies Partial<LeadListProps>
  const listOf = (rows: Pick<LeadListProps, 'leads' | 'list'>) =>
    isNarrow ? <LeadCards {...common} {...rows} /> : <LeadTable {...common} {...rows} density={layout.density} />

  return (
    <section aria-labelledby="recent-leads">
      <LeadListHead id="recent-leads" title="Recent Leads" shown={shown} onShowNew={showNew}>
        {canEdit && <RetryFailedLeads />}
        {!isSpam && (
          <>
            <Button variant="default" loading={leads.isFetching} onClick={() => refreshLeads(queryClient)}>
              Refresh
            </Button>
            {!isNarrow && <TableLayoutButton {...recentTable} layout={layout} onChange={setLayout} />}
            <ExportLink url={getExportLeadsUrl({ ...sorted, ...(exported && { columns: exported }) })} />
          </>
        )}
      </LeadListHead>
      <LeadViews url={url} status={filter.status}>
        <FilterBar
          searchLabel="Search leads"
          fields={leadFields(
            url,
            sources.map(({ source }) => source),
          )}
          url={url}
        />
        <PagedList query={leads} url={url} failure="Leads could not be loaded" loading={listOf({ leads: undefined })}>
          {(rows, list) => listOf({ leads: rows, list })}
        </PagedList>
      </LeadViews>
      <LazyLeadPanel
        id={url.get('lead')}
        listed={shown ?? []}
        onOpen={(id) => url.set({ lead: id }, { replace: true })}
        onClose={() => url.set({ lead: undefined })}
      />
    </section>
  )
}
