import { getExportSampleRequestsUrl, type SampleRequest, useListSampleRequests } from '@app/api-client'
import { Badge, Button, Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { EmptyNotice } from '../../components/Notices.tsx'
import { ExportLink } from '../../list/ExportLink.tsx'
import { FilterBar } from '../../list/FilterBar.tsx'
import { type ListProps, PagedList } from '../../list/PagedList.tsx'
import {
  firstPage,
  isElsewhere,
  keepPage,
  pageOf,
  type UrlState,
  useEdited,
  useUrlState,
} from '../../list/use-url-state.ts'
import { totalText } from '../../list/page-headers.ts'
import { SelectionBar, useSelection } from '../../list/SelectionBar.tsx'
import { forgetArrivals } from '../../cache/arrivals.ts'
import { NewArrivals } from '../../live/NewArrivals.tsx'
import { useCanEdit, useIsOwner } from '../../session/use-staff.ts'
import { PrintDialog } from './PrintDialog.tsx'
import { RequestActions, useRequestKeys } from './RequestActions.tsx'
import { reloadRequests } from '../../cache/request-cache.ts'
import { RequestCard, type RequestProps } from './RequestCard.tsx'
import { RequestDialog } from './RequestDialog.tsx'
import { requestFields, requestFilter } from './request-filter.ts'
import rows from '../../list/Rows.module.css'
import styles from './RequestsTab.module.css'
import { RequestTable } from './RequestTable.tsx'
import { showsSpam } from '../../spam/spam-view.ts'
import { RequestViews } from './RequestViews.tsx'
import { RetryFailedRequests } from './RetryFailedRequests.tsx'
import { useFirstSeen } from './use-first-seen.ts'
import { type RequestLayout, useRequestLayout } from './use-request-layout.tsx'

type RequestFilter = ReturnType<typeof requestFilter>

const placeholders = [1, 2, 3, 4]

function useRefresh(onReloaded: () => void) {
  const queryClient = useQueryClient()
  return async () => {
    forgetArrivals('sample_requests')
    await reloadRequests(queryClient)
    onReloaded()
  }
}

export function RequestsTab() {
  const url = useUrlState()
  const canEdit = useCanEdit()
  const filter = requestFilter(url)
  const isSpam = showsSpam(url)
  const requests = useListSampleRequests(
    { ...filter, order: 'work', ...pageOf(url) },
    { query: { ...keepPage.query, enabled: !isSpam } },
  )
  const top = useRef<HTMLDivElement>(null)
  const shown = requests.data?.data
  const firstSeen = useFirstSeen(shown, JSON.stringify([filter, url.get('cursor')]), requests.isPlaceholderData)
  const selection = useSelection(shown)
  const layout = useRequestLayout()
  // Not the current selection, because printing may remove its requests from the list.
  const [printing, setPrinting] = useState<SampleRequest[]>()
  const refresh = useRefresh(firstSeen.forget)
  const showNew = () => {
    url.set(firstPage)
    void refresh()
  }
  const propsOf = (request: SampleRequest): RequestProps => ({
    request,
    canEdit,
    isSelected: selection.has(request.id),
    hasChanged: firstSeen.hasChanged(request),
    onSelect: (isSelected, isRange) => selection.select(request.id, isSelected, isRange),
    onOpen: () => url.set({ edit: request.id }),
  })
  useRequestKeys({ shown, chosen: selection.chosen, canEdit, onOpen: (id) => url.set({ edit: id }) })

  return (
    <>
      <div ref={top} tabIndex={-1} className={styles.bar}>
        <div className={styles.total}>
          Requests{' '}
          {!isSpam && <Badge variant="default">{totalText(requests.data?.headers) ?? shown?.length ?? '…'}</Badge>}
          <NewArrivals kind="sample_requests" noun="sample requests" shown={shown} onShow={showNew} />
        </div>
        <div className={rows.actions}>
          {canEdit && <RetryFailedRequests onDone={() => top.current?.focus()} />}
          {!isSpam && (
            <RequestTools
              toggle={layout.toggle}
              isFetching={requests.isFetching}
              filter={filter}
              onRefresh={() => void refresh()}
            />
          )}
        </div>
      </div>
      <RequestViews url={url}>
        <FilterBar
          searchLabel="Search requests"
          searchHint="Name, email, phone, or address"
          fields={requestFields}
          url={url}
        />
        {shown?.some(({ pipedriveStatus }) => pipedriveStatus === 'not_configured') && <NoCrmNotice />}
        {!requests.isLoadingError && shown?.length !== 0 && (
          <SelectionBar label="Selected requests" selection={selection} isLoading={!shown}>
            <RequestActions chosen={selection.chosen} canEdit={canEdit} onPrint={() => setPrinting(selection.chosen)} />
          </SelectionBar>
        )}
        <PagedList
          query={requests}
          failure="Sample requests could not be loaded"
          loading={<Loading layout={layout.name} />}
          empty={<NoRequests filter={filter} />}
        >
          {(found, props) => <Requests layout={layout.name} list={props} requests={found} propsOf={propsOf} />}
        </PagedList>
      </RequestViews>
      <OpenRequest url={url} shown={shown} canEdit={canEdit} />
      {printing && (
        <PrintDialog requests={currentOf(printing, shown)} canEdit={canEdit} onClose={() => setPrinting(undefined)} />
      )}
    </>
  )
}

/** Shown once instead of on every card. */
function NoCrmNotice() {
  const isOwner = useIsOwner()
  return (
    <p role="note" className={styles.noCrm}>
      No CRM is connected, so requests are kept here only.{' '}
      {isOwner ? 'They will be sent once its token is set on the server.' : 'Ask an owner to connect one.'}
    </p>
  )
}

type ToolsProps = { toggle: ReactNode; isFetching: boolean; filter: RequestFilter; onRefresh: () => void }

const RequestTools = ({ toggle, isFetching, filter, onRefresh }: ToolsProps) => (
  <>
    {toggle}
    <Button variant="default" loading={isFetching} onClick={onRefresh}>
      Refresh
    </Button>
    <ExportLink url={getExportSampleRequestsUrl(filter)} />
  </>
)

type OpenProps = { url: UrlState; shown: readonly SampleRequest[] | undefined; canEdit: boolean }

/** The dialog of the request in the URL. */
function OpenRequest({ url, shown, canEdit }: OpenProps) {
  const id = url.get('edit')
  const isAway = isElsewhere(shown, id)
  const away = useListSampleRequests({ ids: [id ?? ''] }, { query: { enabled: isAway } })
  const request = useEdited(isAway ? away.data?.data : shown, id)
  return (
    request && (
      <RequestDialog
        key={request.id}
        request={request}
        canEdit={canEdit}
        onClose={() => url.set({ edit: undefined }, { replace: true })}
      />
    )
  )
}

/**
 * The current versions of the requests, so that the dialog shows a colleague's changes. Requests that left the list
 * stay unchanged.
 */
const currentOf = (requests: readonly SampleRequest[], shown: readonly SampleRequest[] = []): SampleRequest[] =>
  requests.map((request) => shown.find(({ id }) => id === request.id) ?? request)

const Loading = ({ layout }: { layout: RequestLayout }) => (
  <div role="status" aria-label="Loading" className={layout === 'cards' ? styles.cards : styles.rows}>
    {placeholders.map((placeholder) => (
      <Skeleton key={placeholder} height={layout === 'cards' ? 300 : 43} radius="md" />
    ))}
  </div>
)

type RequestsProps = {
  layout: RequestLayout
  list: ListProps
  requests: SampleRequest[]
  propsOf: (request: SampleRequest) => RequestProps
}

const Requests = ({ layout, list, requests, propsOf }: RequestsProps) =>
  layout === 'table' ? (
    <RequestTable list={list} requests={requests} propsOf={propsOf} />
  ) : (
    <ul {...list} aria-label="Sample requests" className={styles.cards}>
      {requests.map((request) => (
        <RequestCard key={request.id} {...propsOf(request)} />
      ))}
    </ul>
  )

function NoRequests({ filter }: { filter: RequestFilter }) {
  const { processed, ...others } = filter
  if (processed === false && Object.keys(others).length === 0) {
    return <EmptyNotice title="All done">No request is pending.</EmptyNotice>
  }
  return Object.keys(filter).length > 0 ? (
    <EmptyNotice title="No requests match">Try other words, or remove a filter.</EmptyNotice>
  ) : (
    <EmptyNotice title="No sample requests yet">
      A request appears here as soon as someone requests samples on the site.
    </EmptyNotice>
  )
}
