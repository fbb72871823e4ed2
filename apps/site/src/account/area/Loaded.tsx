import type { ReactNode } from 'react'
import { LoadFailure } from '../../components/LoadFailure.tsx'
import notice from '../../components/notice.module.css'
import styles from './Area.module.css'
import { SmallButton } from './SmallButton.tsx'

interface LoadedProps<Data> {
  query: { data: { data: Data } | undefined; isFetching: boolean; refetch: () => unknown; isError: boolean }
  /** Names the content in messages: "your keys". */
  what: string
  rows?: number
  children: (data: Data) => ReactNode
}

/** Renders the content of a query, a skeleton while it loads, or a failure notice. */
export function Loaded<Data>({ query, what, rows = 3, children }: LoadedProps<Data>) {
  if (query.data) {
    return (
      <>
        {query.isError && (
          <p role="status" className={notice.notice}>
            This may be out of date: we could not load {what} again.
          </p>
        )}
        {children(query.data.data)}
      </>
    )
  }
  if (!query.isError) return <Skeleton rows={rows} />
  return (
    <LoadFailure className={styles.failure} query={query}>
      We could not load {what}.
    </LoadFailure>
  )
}

/** In place of a list that has nothing. */
export const Empty = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={styles.empty}>
    <h3>{title}</h3>
    {children}
  </div>
)

interface RefreshProps {
  query: { isFetching: boolean; refetch: () => unknown }
}

/** Loads it again. It stays enabled, so that it keeps the focus. */
export const Refresh = ({ query: { isFetching, refetch } }: RefreshProps) => (
  <SmallButton isBusy={isFetching} onClick={() => void (isFetching || refetch())}>
    {isFetching ? 'Refreshing...' : 'Refresh'}
  </SmallButton>
)

/** Rows in place of content that loads, so that little shifts when it arrives. */
export const Skeleton = ({ rows }: { rows: number }) => (
  <div role="status" className={styles.skeleton} style={{ minHeight: `${rows * 45}px` }}>
    <span className="visually-hidden">Loading…</span>
  </div>
)
