import {
  useGetLeadSourceCounts,
  useGetLeadStageCounts,
  useGetLeadStatusCounts,
  useListLeads,
  useListLeadViews,
} from '@app/api-client'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ErrorNotice } from '../../components/Notices.tsx'
import { useKeys } from '../../components/keyboard.ts'
import { leadListTable, useTableLayout } from '../../leads/lead-columns.ts'
import { LeadOrderSelect } from '../../leads/LeadOrderSelect.tsx'
import { LeadListHead } from '../../leads/LeadListHead.tsx'
import { LazyLeadPanel } from '../../lead-panel/LazyLeadPanel.tsx'
import { useHasCrm } from '../../leads/use-has-crm.ts'
import { LeadRows } from '../../leads/LeadRows.tsx'
import { LeadTools } from '../../leads/LeadTools.tsx'
import { useOwners } from '../../leads/OwnerName.tsx'
import { focusedRecord } from '../../list/table-rows.ts'
import { FilterBar } from '../../list/FilterBar.tsx'
import { lazyPart } from '../../list/lazy-part.tsx'
import { PagedList } from '../../list/PagedList.tsx'
import { keepPage, pageOf, type UrlState, useUrlState } from '../../list/use-url-state.ts'
import { SelectionBar, useSelection } from '../../list/SelectionBar.tsx'
import { useIsNarrow } from '../../list/use-is-narrow.ts'
import { useCanEdit, useStaff } from '../../session/use-staff.ts'
import { useFilterNames } from '../../leads/use-filter-names.ts'
import { leadListFields, leadListFilter, leadListParams, nothing, readLeadList } from '../../leads/lead-list-filter.ts'
import { showsSpam } from '../../spam/spam-view.ts'
import { LeadListViews, showsImports, viewTitle } from './LeadListViews.tsx'
import { LeadActions } from './LeadActions.tsx'
import { useLeadDialogs } from './use-lead-dialogs.tsx'
import { ViewActions } from './ViewActions.tsx'

/** Loaded on demand, because it includes the library that reads files. */
const ImportLeads = lazyPart(async () => (await import('./import/ImportLeads.tsx')).ImportLeads, null)

/** The maximum number of leads in a URL, so that every selection can be exported and shared. */
const pageSize = 100
const titleId = 'leads-title'

/** The team's list of leads. Filters, order, view, page, and the open lead are all in the URL. */
export function LeadsScreen() {
  const url = readLeadList(useUrlState())
  const canEdit = useCanEdit()
  const table = useTableLayout(leadListTable)
  const isNarrow = useIsNarrow()
  const isOther = showsSpam(url) || showsImports(url)
  const canWork = canEdit && !isOther
  const saved = useListLeadViews().data?.data ?? []
  const leads = useListLeads(
    { ...leadListParams(url), ...pageOf(url, pageSize) },
    { query: { ...keepPage.query, enabled: !isOther } },
  )
  const shown = leads.data?.data
  const selection = useSelection(shown)
  /** True if the panel was opened to edit the pipeline fields. */
  const [isEditing, setEditing] = useState(false)
  const { ask, dialog } = useLeadDialogs()

  const { chosen } = selection
  // `a` assigns and `e` edits the selected leads, or the focused one.
  useKeys({
    a: () => canWork && ask('assign', chosen.length > 0 ? chosen : focusedRecord(shown)),
    e() {
      const [focused] = focusedRecord(shown)
      if (canWork && chosen.length > 0) ask('stage', chosen)
      else if (canWork && focused) {
        setEditing(true)
        url.set({ lead: focused.id })
      }
    },
  })

  const rows = {
    url,
    label: 'Leads',
    titleId,
    columns: table.shown,
    selection,
    isFiltered: Object.keys(leadListFilter(url)).length > 0,
    density: table.layout.density,
  }

  return (
    <section aria-labelledby={titleId}>
      <LeadListHead id={titleId} title={viewTitle(url, saved)} shown={shown} url={url} isQuiet>
        {canEdit && <ImportButton url={url} />}
        {!isOther && (
          <>
            <ViewActions url={url} saved={saved} />
            <LeadTools params={leadListParams(url)} isFetching={leads.isFetching} table={table} />
          </>
        )}
      </LeadListHead>
      <ViewsError />
      <LeadListViews url={url} saved={saved} found={leads.data?.headers}>
        <LeadListFilters url={url} />
        {!leads.isLoadingError && shown?.length !== 0 && (
          <SelectionBar
            label="Selected leads"
            selection={selection}
            isLoading={!shown}
            idle={isNarrow && <LeadOrderSelect columns={table.shown} url={url} />}
          >
            <LeadActions chosen={chosen} canEdit={canEdit} ask={ask} onNarrow={(ids) => url.set({ ...nothing, ids })} />
          </SelectionBar>
        )}
        <PagedList query={leads} failure="Leads could not be loaded" loading={<LeadRows {...rows} leads={undefined} />}>
          {(found, list) => <LeadRows {...rows} leads={found} list={list} />}
        </PagedList>
      </LeadListViews>
      <LazyLeadPanel isSoon url={url} listed={shown ?? []} startsAtWork={isEditing} onLeave={() => setEditing(false)} />
      {dialog}
      {canEdit && url.get('import') === 'new' && <ImportLeads url={url} />}
    </section>
  )
}

const ImportButton = ({ url }: { url: UrlState }) => (
  <Button variant="default" onClick={() => url.set({ import: 'new' })}>
    Import…
  </Button>
)

function ViewsError() {
  const views = useListLeadViews()
  if (!views.isError || views.data) return null
  return <ErrorNotice title="Saved views could not be loaded" query={views} />
}

function LeadListFilters({ url }: { url: UrlState }) {
  const me = useStaff()?.id
  const fields = leadListFields(url, {
    stages: useGetLeadStageCounts().data?.data ?? [],
    statuses: useGetLeadStatusCounts().data?.data ?? [],
    sources: useGetLeadSourceCounts().data?.data ?? [],
    owners: useOwners(),
    me,
    hasCrm: useHasCrm(),
    shown: useFilterNames(url),
  })
  return <FilterBar searchLabel="Search leads" fields={fields} url={url} />
}
