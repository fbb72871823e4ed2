import { figure } from '../components/figure.ts'
import { nextCursor } from '@app/api-client'
import { Button } from '@mantine/core'
import { useLocation } from 'react-router-dom'
import { totalCount, totalIsCapped } from './page-headers.ts'
import styles from './Pager.module.css'
import { useUrlState } from './use-url-state.ts'

type Props = { shown: number; headers: Headers; isFetching: boolean; onPageChange: () => void }

/** Cursors of the previous pages, kept in the history entry. "" is the first page, which has no cursor. */
const cursorsBefore = (state: unknown): string[] =>
  typeof state === 'object' && state !== null && 'before' in state && Array.isArray(state.before)
    ? state.before.filter((cursor) => typeof cursor === 'string')
    : []

/** Goes from page to page by cursor. The page is in the URL. */
export function Pager({ shown, headers, isFetching, onPageChange }: Props) {
  const url = useUrlState()
  const before = cursorsBefore(useLocation().state)
  const page = Math.max(1, Math.trunc(Number(url.get('page') ?? 1)) || 1)
  const next = nextCursor(headers)
  const cursor = url.get('cursor')

  const goTo = (to: string, number: number, cursors: string[]) => {
    url.set({ cursor: to, page: number > 1 ? String(number) : undefined }, { state: { before: cursors } })
    onPageChange()
  }
  return (
    <div className={styles.pager}>
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
    </div>
  )
}

function countText(shown: number, headers: Headers): string {
  const total = totalCount(headers)
  if (total === undefined) return `Showing ${figure(shown)}`
  const more = totalIsCapped(headers) ? 'more than ' : ''
  return `Showing ${figure(shown)} of ${more}${figure(total)}`
}
