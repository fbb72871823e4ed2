import { getListLeadsQueryKey, listLeads } from '@app/api-client'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { ErrorNotice } from '../../layout/ErrorNotice.tsx'
import { LeadTable } from './LeadTable.tsx'
import { nextCursor, totalCount } from '../../list/page-headers.ts'
import styles from './RecentLeads.module.css'

/** The first page has no cursor. */
const firstPage = ''

/** Pages of leads, newest first. The key begins with the list's own, so that whatever refreshes the list refreshes these. */
const useLeadPages = () =>
  useInfiniteQuery({
    queryKey: [...getListLeadsQueryKey(), 'pages'],
    queryFn: ({ pageParam: cursor, signal }) => listLeads(cursor ? { cursor } : undefined, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: ({ headers }) => nextCursor(headers),
  })

export function RecentLeads() {
  const leads = useLeadPages()
  const tableBox = useRef<HTMLDivElement>(null)

  const showMore = async () => {
    const { hasNextPage } = await leads.fetchNextPage()
    // The button leaves with the last page; the focus must not leave with it.
    if (!hasNextPage) tableBox.current?.focus()
  }
  const shown = leads.data?.pages.flatMap((page) => page.data)
  const lastPage = leads.data?.pages.at(-1)
  const total = lastPage && totalCount(lastPage.headers)

  return (
    <section aria-labelledby="recent-leads">
      <h2 id="recent-leads" className={styles.title}>
        Recent Leads
      </h2>
      {leads.isLoadingError ? (
        <ErrorNotice
          title="Leads could not be loaded"
          error={leads.error}
          onRetry={() => void leads.refetch()}
          isRetrying={leads.isFetching}
        />
      ) : (
        <LeadTable leads={shown} boxRef={tableBox} />
      )}
      {shown && shown.length > 0 && (
        <div className={styles.foot}>
          <p role="status" className={styles.count}>
            {countText(shown.length, total)}
          </p>
          {leads.hasNextPage && !leads.isFetchNextPageError && (
            <Button variant="default" onClick={() => void showMore()} loading={leads.isFetchingNextPage}>
              Show more
            </Button>
          )}
        </div>
      )}
      {leads.isFetchNextPageError && (
        <ErrorNotice
          title="More leads could not be loaded"
          error={leads.error}
          onRetry={() => void showMore()}
          isRetrying={leads.isFetchingNextPage}
        />
      )}
    </section>
  )
}

const countText = (shown: number, total: number | undefined): string =>
  total === undefined
    ? `Showing ${shown.toLocaleString('en-US')}`
    : `Showing ${shown.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`
