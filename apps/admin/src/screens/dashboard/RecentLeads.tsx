import { getExportLeadsUrl, useListLeads } from '@app/api-client'
import { Button } from '@mantine/core'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ErrorNotice } from '../../layout/ErrorNotice.tsx'
import { ExportLink } from '../../list/ExportLink.tsx'
import { FilterBar } from '../../list/FilterBar.tsx'
import { Pager } from '../../list/Pager.tsx'
import { useIsNarrow } from '../../list/use-is-narrow.ts'
import { useUrlState } from '../../list/use-url-state.ts'
import { NewArrivals } from '../../live/NewArrivals.tsx'
import { useCanEdit } from '../../session/use-can-edit.ts'
import { LeadPanel } from './LeadPanel.tsx'
import { useTableLook } from './lead-columns.ts'
import { LeadCards } from './LeadCards.tsx'
import { type LeadListProps, LeadTable } from './LeadTable.tsx'
import { leadFields, leadFilter, noFilter } from './lead-filter.ts'
import { LeadViews } from './LeadViews.tsx'
import { leadOrder, usualOrder } from './lead-order.ts'
import styles from './RecentLeads.module.css'
import { refreshLeads } from './refresh-leads.ts'
import { RetryFailed } from './RetryFailed.tsx'
import { TableLookButton } from './TableLookButton.tsx'

const pageSize = 50

/** Search, filters, page and the open lead are all in the address. */
export function RecentLeads() {
  const url = useUrlState()
  const canEdit = useCanEdit()
  const queryClient = useQueryClient()
  const filter = leadFilter(url)
  const cursor = url.get('cursor')
  const order = leadOrder(url.get('order'))
  const { look, setLook, isShown } = useTableLook()
  const isNarrow = useIsNarrow()
  const leads = useListLeads(
    { ...filter, ...(order !== usualOrder && { order }), limit: pageSize, ...(cursor && { cursor }) },
    { query: { placeholderData: keepPreviousData } },
  )
  const listBox = useRef<HTMLDivElement>(null)
  const shown = leads.data?.data
  const isFiltered = Object.keys(filter).length > 0
  const showNew = () => {
    // What is new comes first, whatever came first before.
    url.set({ order: undefined, cursor: undefined, page: undefined })
    refreshLeads(queryClient)
  }

  const list: LeadListProps = {
    leads: shown,
    isFiltered,
    isStale: leads.isPlaceholderData,
    boxRef: listBox,
    onOpen: (id) => url.set({ lead: id }),
    order,
    onOrder: (next) => url.set({ order: next === usualOrder ? undefined : next, cursor: undefined, page: undefined }),
  }

  return (
    <section aria-labelledby="recent-leads">
      <div className={styles.head}>
        <div className={styles.title}>
          <h2 id="recent-leads" tabIndex={-1}>
            Recent Leads
          </h2>
          <NewArrivals kind="leads" noun="leads" shown={shown} onShow={showNew} />
        </div>
        <div className={styles.actions}>
          {canEdit && <RetryFailed />}
          <Button variant="default" loading={leads.isFetching} onClick={() => refreshLeads(queryClient)}>
            Refresh
          </Button>
          {!isNarrow && <TableLookButton look={look} onChange={setLook} />}
          <ExportLink url={getExportLeadsUrl(filter)} />
        </div>
      </div>
      <LeadViews status={filter.status} onView={(status) => url.set({ ...noFilter, status })}>
        <FilterBar searchLabel="Search leads" fields={leadFields} url={url} />
        {leads.isError && (
          <ErrorNotice
            title="Leads could not be loaded"
            error={leads.error}
            onRetry={() => void leads.refetch()}
            isRetrying={leads.isFetching}
          />
        )}
        {(shown || !leads.isError) &&
          (isNarrow ? <LeadCards {...list} /> : <LeadTable {...list} isShown={isShown} density={look.density} />)}
        {leads.data && shown && shown.length > 0 && (
          <Pager
            shown={shown.length}
            headers={leads.data.headers}
            url={url}
            isFetching={leads.isPlaceholderData}
            onTurn={() => listBox.current?.focus()}
          />
        )}
      </LeadViews>
      <LeadPanel
        id={url.get('lead')}
        listed={shown ?? []}
        onOpen={(id) => url.set({ lead: id }, { replace: true })}
        onClose={() => url.set({ lead: undefined })}
      />
    </section>
  )
}
