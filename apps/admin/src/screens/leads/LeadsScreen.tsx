import {
  getExportLeadsUrl,
  type Lead,
  useGetAuthUser,
  useGetLeadSourceCounts,
  useGetLeadStageCounts,
  useGetLeadStatusCounts,
  useListLeads,
  useListLeadViews,
} from '@app/api-client'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { useKeys } from '../../components/single-keys.ts'
import { deskTable, exportedColumns, useTableLayout } from '../../leads/lead-columns.ts'
import { defaultOrder, type LeadOrder, leadOrder } from '../../leads/lead-order.ts'
import { LeadCards } from '../../leads/LeadCards.tsx'
import { LeadListHead } from '../../leads/LeadListHead.tsx'
import { LazyLeadPanel } from '../../lead-panel/LazyLeadPanel.tsx'
import { type LeadListProps, LeadTable } from '../../leads/LeadTable.tsx'
import { useOwners } from '../../leads/OwnerName.tsx'
import { refreshLeads } from '../../cache/lead-cache.ts'
import { TableLayoutButton } from '../../leads/TableLayoutButton.tsx'
import { ExportLink } from '../../list/ExportLink.tsx'
import { FilterBar } from '../../list/FilterBar.tsx'
import { PagedList } from '../../list/PagedList.tsx'
import { firstPage, keepPage, pageOf } from '../../list/paging.ts'
import { SelectionBar } from '../../list/SelectionBar.tsx'
import { useIsNarrow } from '../../list/use-is-narrow.ts'
import { useSelection } from '../../list/use-selection.ts'
import { type UrlState, useUrlState } from '../../list/use-url-state.ts'
import { useCanEdit } from '../../session/use-can-edit.ts'
import { deskFields, deskFilter, deskList, nothing, readDesk } from '../../leads/desk-filter.ts'
import { DeskViews, showsImports, showsSpam, viewTitle } from './DeskViews.tsx'
import { LazyImportLeads } from './import/LazyImport.tsx'
import { LeadActions } from './LeadActions.tsx'
import { useLeadDialogs } from './use-lead-dialogs.tsx'
import { ViewActions } from './ViewActions.tsx'

/** As many as an address can name, so that every selection can be exported and shared. */
const pageSize = 100
const titleId = 'leads-title'

/** Where a team works on leads. Filters, order, view, page and the open lead are all in the address. */
export function LeadsScreen() {
  const url = readDesk(useUrlState())
  const canEdit = useCanEdit()
  const queryClient = useQueryClient()
  const order = leadOrder(url.get('order'))
  const { layout, setLayout, shown: columns } = useTableLayout(deskTable)
  const exported = exportedColumns(deskTable, layout)
  const isOther = showsSpam(url) || showsImports(url)
  const canWork = canEdit && !isOther
  const isNarrow = useIsNarrow()
  const views = useListLeadViews()
  const saved = views.data?.data ?? []
  const leads = useListLeads(
    { ...deskList(url), ...pageOf(url, pageSize) },
    { query: { ...keepPage.query, enabled: !isOther } },
  )
  const shown = leads.data?.data
  const selection = useSelection(shown)
  /** Whether the panel was opened to edit the work. */
  const [isEditing, setEditing] = useState(false)
  const { ask, dialog } = useLeadDialogs()

  const refresh = () => refreshLeads(queryClient)
  const showNew = () => {
    // New leads are at the top only in the default order.
    url.set({ order: undefined, ...firstPage })
    refresh()
  }
  const { chosen } = selection
  useKeys({
    a: () => canWork && ask('assign', chosen.length > 0 ? chosen : focusedLead(shown)),
    e() {
      const [focused] = focusedLead(shown)
      if (!canWork) return
      if (chosen.length > 0) ask('stage', chosen)
      else if (focused) {
        setEditing(true)
        url.set({ lead: focused.id })
      }
    },
  })

  const common = {
    label: 'Leads',
    titleId,
    columns,
    selection,
    isFiltered: Object.keys(deskFilter(url)).length > 0,
    onOpen: (id: string) => url.set({ lead: id }),
    order,
    onOrder: (next: LeadOrder) => url.set({ order: next === defaultOrder ? undefined : next, ...firstPage }),
  } satisfies Partial<LeadListProps>
  const listOf = (rows: Pick<LeadListProps, 'leads' | 'list'>) =>
    isNarrow ? <LeadCards {...common} {...rows} /> : <LeadTable {...common} {...rows} density={layout.density} />

  return (
    <section aria-labelledby={titleId}>
      <LeadListHead id={titleId} title={viewTitle(url, saved)} shown={shown} onShowNew={showNew} isQuiet>
        {canEdit && (
          <Button variant="default" onClick={() => url.set({ import: 'new' })}>
            Import…
          </Button>
        )}
        {!isOther && (
          <>
            <ViewActions url={url} saved={saved} />
            <Button variant="default" loading={leads.isFetching} onClick={refresh}>
              Refresh
            </Button>
            {!isNarrow && <TableLayoutButton kind={deskTable} layout={layout} onChange={setLayout} />}
            <ExportLink url={getExportLeadsUrl({ ...deskList(url), ...(exported && { columns: exported }) })} />
          </>
        )}
      </LeadListHead>
      {views.isError && !views.data && (
        <ErrorNotice
          title="Saved views could not be loaded"
          error={views.error}
          onRetry={() => void views.refetch()}
          isRetrying={views.isFetching}
        />
      )}
      <DeskViews url={url} saved={saved}>
        <DeskFilters url={url} />
        {!leads.isError && shown?.length !== 0 && (
          <SelectionBar label="Selected leads" selection={selection} isLoading={!shown}>
            <LeadActions
              chosen={chosen}
              canEdit={canEdit}
              onAssign={() => ask('assign', chosen)}
              onStage={() => ask('stage', chosen)}
              onNarrow={(ids) => url.set({ ...nothing, ids })}
            />
          </SelectionBar>
        )}
        <PagedList query={leads} url={url} failure="Leads could not be loaded" loading={listOf({ leads: undefined })}>
          {(rows, list) => listOf({ leads: rows, list })}
        </PagedList>
      </DeskViews>
      <LazyLeadPanel
        isSoon
        id={url.get('lead')}
        listed={shown ?? []}
        onOpen={(id) => {
          setEditing(false)
          url.set({ lead: id }, { replace: true })
        }}
        onClose={() => {
          setEditing(false)
          url.set({ lead: undefined })
        }}
        startsAtWork={isEditing}
      />
      {dialog}
      {canEdit && url.get('import') === 'new' && <LazyImportLeads url={url} />}
    </section>
  )
}

/** The lead of the row that has the focus, if one has it. */
function focusedLead(shown: readonly Lead[] = []): readonly Lead[] {
  const row = document.activeElement?.closest('tr, li')?.querySelector<HTMLElement>('[data-row]')
  return shown.filter(({ id }) => id === row?.dataset['row'])
}

function DeskFilters({ url }: { url: UrlState }) {
  const me = useGetAuthUser({ query: { enabled: false } }).data?.data?.id
  const fields = deskFields(url, {
    stages: useGetLeadStageCounts().data?.data ?? [],
    statuses: useGetLeadStatusCounts().data?.data ?? [],
    sources: useGetLeadSourceCounts().data?.data ?? [],
    owners: useOwners(),
    me,
  })
  return <FilterBar searchLabel="Search leads" fields={fields} url={url} />
}
