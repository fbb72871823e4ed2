import { nextCursor, problemOf } from '@app/api-client'
import { type ReactNode, type RefCallback, useEffect, useState } from 'react'
import { Button, Group } from '@mantine/core'
import { useLocation } from 'react-router-dom'
import { ErrorNotice } from '../components/Notices.tsx'
import { isSimilar, totalCount, totalIsCapped } from './page-headers.ts'
import { firstPage, useUrlState } from './use-url-state.ts'
import surface from '../components/surface.module.css'
import styles from './PagedList.module.css'
import { figure } from '../components/format.ts'

/** The part of a list query that a page needs. Every generated list hook returns it. */
export interface PageQuery<Item> {
  data: { data: Item[]; headers: Headers } | undefined
  error: Error | null
  isFetching: boolean
  /** True if the rows belong to the previous page or filter, because the new ones are still loading. */
  isPlaceholderData: boolean
  refetch: () => unknown
}

/**
 * Props of the element with the rows. It receives the focus after a page change, and is busy while its rows are stale.
 */
export interface ListProps {
  ref: RefCallback<HTMLElement>
  tabIndex: -1
  'aria-busy': boolean
}

type Props<Item> = {
  query: PageQuery<Item>
  /** Title of the notice that replaces a list that failed to load. */
  failure: string
  /** Shown in place of the list while its first page loads. */
  loading: ReactNode
  /** Without it, `children` also renders the list without rows. */
  empty?: ReactNode
  children: (items: Item[], list: ListProps) => ReactNode
}

/** A list from the API, page by page, in every state: loading, failed, empty, stale, and loaded. */
export function PagedList<Item>({ query, failure, loading, empty, children }: Props<Item>) {
  const url = useUrlState()
  const { data, error, isPlaceholderData } = query
  const [list, setList] = useState<HTMLElement | null>(null)
  const isLost = error !== null && isUnknownCursor(error)
  useEffect(() => {
    if (isLost && url.get('cursor')) url.set(firstPage, { replace: true, state: { lostBy: performance.timeOrigin } })
  }, [isLost, url])

  // All three are rendered at the same position, so that a table keeps its state when its rows come or go.
  const rows = () => {
    if (!data) return error && !isLost ? null : loading
    if (data.data.length === 0 && empty !== undefined) return empty
    return children(data.data, { ref: setList, tabIndex: -1, 'aria-busy': isPlaceholderData })
  }
  return (
    <>
      {/* The browser keeps the state of an entry, but after a reload this is no longer news. */}
      {useLocation().state?.lostBy === performance.timeOrigin && (
        <p role="status" className={surface.notice}>
          This page no longer exists. Showing the first page instead.
        </p>
      )}
      {data && isSimilar(data.headers) && (
        <p role="status" className={surface.notice}>
          No exact matches. Showing results with similar spelling.
        </p>
      )}
      {error && !isLost && <ErrorNotice title={failure} query={query} />}
      {rows()}
      {data && data.data.length > 0 && (
        <Pager
          shown={data.data.length}
          headers={data.headers}
          isFetching={isPlaceholderData}
          onPageChange={() => list?.focus()}
        />
      )}
    </>
  )
}

/** The cursor is invalid: someone edited the URL, or another release wrote it. */
const isUnknownCursor = (error: Error): boolean => {
  const problem = problemOf(error)
  return problem?.code === 'invalid_cursor' || Boolean(problem?.errors?.some(({ pointer }) => pointer === '/cursor'))
}

type PagerProps = { shown: number; headers: Headers; isFetching: boolean; onPageChange: () => void }

/** Moves from page to page by cursor. The page is in the URL. */
function Pager({ shown, headers, isFetching, onPageChange }: PagerProps) {
  const url = useUrlState()
  // Cursors of the previous pages, kept in the history entry. "" is the first page, which has no cursor.
  const before: string[] = useLocation().state?.before ?? []
  const page = Math.max(1, Math.trunc(Number(url.get('page') ?? 1)) || 1)
  const next = nextCursor(headers)
  const cursor = url.get('cursor')

  const goTo = (to: string, number: number, cursors: string[]) => {
    url.set({ cursor: to, page: number > 1 ? String(number) : undefined }, { state: { before: cursors } })
    onPageChange()
  }
  return (
    <Group justify="space-between" mih={36} my="md">
      <p role="status" className={styles.count}>
        {countText(shown, headers)}
        {cursor && ` · page ${page}`}
      </p>
      {(cursor || next) && (
        <nav aria-label="Pages" className={styles.buttons}>
          {cursor && (
            <Button variant="default" onClick={() => goTo('', 1, [])}>
              First page
            </Button>
          )}
          {before.length > 1 && (
            <Button variant="default" onClick={() => goTo(before.at(-1) ?? '', page - 1, before.slice(0, -1))}>
              Previous page
            </Button>
          )}
          {next && (
            <Button
              variant="default"
              loading={isFetching}
              onClick={() => goTo(next, page + 1, [...before, cursor ?? ''])}
            >
              Next page
            </Button>
          )}
        </nav>
      )}
    </Group>
  )
}

function countText(shown: number, headers: Headers): string {
  const total = totalCount(headers)
  if (total === undefined) return `Showing ${figure(shown)}`
  const more = totalIsCapped(headers) ? 'more than ' : ''
  return `Showing ${figure(shown)} of ${more}${figure(total)}`
}
