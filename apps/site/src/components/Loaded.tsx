import type { ReactNode } from 'react'
import { LoadFailure } from './LoadFailure.tsx'
import styles from './Loaded.module.css'
import notice from './notice.module.css'

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

/** Placeholder rows while content loads, so that little shifts when it arrives. */
export const Skeleton = ({ rows }: { rows: number }) => (
  <div role="status" className={styles.skeleton} style={{ minHeight: `${rows * 45}px` }}>
    <span className="visually-hidden">Loading…</span>
  </div>
)
