import { getExportSampleRequestsUrl, useListSampleRequests } from '@app/api-client'
import { Badge, Button, Skeleton } from '@mantine/core'
import { useRef } from 'react'
import { EmptyNotice } from '../../list/EmptyNotice.tsx'
import { ExportLink } from '../../list/ExportLink.tsx'
import { FilterBar } from '../../list/FilterBar.tsx'
import { PagedList } from '../../list/PagedList.tsx'
import { firstPage, keepPage, pageOf } from '../../list/paging.ts'
import { totalCount, totalIsCapped } from '../../list/page-headers.ts'
import { SelectionBar } from '../../list/SelectionBar.tsx'
import { useSelection } from '../../list/use-selection.ts'
import { useUrlState } from '../../list/use-url-state.ts'
import { forgetArrivals } from '../../live/arrivals.ts'
import { NewArrivals } from '../../live/NewArrivals.tsx'
import { useCanEdit } from '../../session/use-can-edit.ts'
import { RequestActions, useMarkProcessed } from './RequestActions.tsx'
import { RequestCard } from './RequestCard.tsx'
import { requestFields, requestFilter } from './request-filter.ts'
import styles from './RequestsTab.module.css'
import { RequestViews } from './RequestViews.tsx'
import { RetryFailedRequests } from './RetryFailedRequests.tsx'
import { usePlaces } from './use-places.ts'
import { useRefetchRequests } from './use-refetch-requests.ts'

const pageSize = 50
const placeholders = [1, 2, 3, 4]

export function RequestsTab() {
  const url = useUrlState()
  const canEdit = useCanEdit()
  const filter = requestFilter(url)
  const requests = useListSampleRequests({ ...filter, order: 'work', ...pageOf(url, pageSize) }, keepPage)
  const top = useRef<HTMLDivElement>(null)

  const places = usePlaces(requests.data?.data, JSON.stringify([filter, url.get('cursor')]), requests.isPlaceholderData)
  const shown = requests.data && places.inPlace(requests.data.data)
  const selection = useSelection(shown)
  const mark = useMarkProcessed()
  const refetch = useRefetchRequests()
  const refresh = async () => {
    forgetArrivals('sample_requests')
    await refetch()
    places.forget()
  }
  const showNew = () => {
    url.set(firstPage)
    void refresh()
  }
  const total = requests.data && (totalCount(requests.data.headers) ?? requests.data.data.length)
  const isCapped = requests.data && totalIsCapped(requests.data.headers)

  return (
    <>
      <div ref={top} tabIndex={-1} className={styles.bar}>
        <div className={styles.total}>
          Requests{' '}
          <Badge variant="default">
            {total === undefined ? '…' : `${total.toLocaleString('en-US')}${isCapped ? '+' : ''}`}
          </Badge>
          <NewArrivals kind="sample_requests" noun="sample requests" shown={shown} onShow={showNew} />
        </div>
        <div className={styles.actions}>
          {canEdit && <RetryFailedRequests onDone={() => top.current?.focus()} />}
          <Button variant="default" loading={requests.isFetching} onClick={() => void refresh()}>
            Refresh
          </Button>
          <ExportLink url={getExportSampleRequestsUrl(filter)} />
        </div>
      </div>
      <RequestViews url={url}>
        <FilterBar searchLabel="Search requests" fields={requestFields} url={url} />
        {!requests.isError && shown?.length !== 0 && (
          <SelectionBar label="Selected requests" selection={selection} isLoading={!shown}>
            <RequestActions chosen={selection.chosen} canEdit={canEdit} mark={mark} />
          </SelectionBar>
        )}
        <PagedList
          query={requests}
          url={url}
          failure="Sample requests could not be loaded"
          loading={<LoadingCards />}
          empty={<NoRequests isFiltered={Object.keys(filter).length > 0} />}
        >
          {(unordered, list) => (
            <ul {...list} aria-label="Sample requests" className={styles.cards}>
              {places.inPlace(unordered).map((request) => (
                <RequestCard
                  key={request.id}
                  request={request}
                  canEdit={canEdit}
                  isSelected={selection.has(request.id)}
                  failure={mark.failures.get(request.id)}
                  onSelect={(isSelected, isRange) => selection.select(request.id, isSelected, isRange)}
                />
              ))}
            </ul>
          )}
        </PagedList>
      </RequestViews>
    </>
  )
}

const LoadingCards = () => (
  <div role="status" aria-label="Loading" className={styles.cards}>
    {placeholders.map((placeholder) => (
      <Skeleton key={placeholder} height={300} radius="md" />
    ))}
  </div>
)

function NoRequests({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyNotice title="No requests match">Try other words, or remove a filter.</EmptyNotice>
  ) : (
    <EmptyNotice title="No sample requests yet">
      A request appears here as soon as someone asks for samples on the site.
    </EmptyNotice>
  )
}
