import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { EmptyNotice } from '../components/EmptyNotice.tsx'
import rows from '../list/Rows.module.css'

/** The part of a generated hook that a short list needs. */
export interface AccessQuery<Item> {
  data: { data: Item[] } | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

type Props<Item> = {
  query: AccessQuery<Item>
  label: string
  failure: string
  empty: string
  /** What the notice of an empty list adds. */
  hint?: string
  children: (item: Item) => ReactNode
}

/** A short list in all its states. The API answers it whole, so it has no pages. */
export function AccessRows<Item>({ query, label, failure, empty, hint, children }: Props<Item>) {
  const { data, error, isFetching, refetch } = query
  if (error) {
    return <ErrorNotice title={failure} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  if (!data) return <Skeleton height={96} radius="md" role="status" aria-label="Loading" />
  if (data.data.length === 0) return <EmptyNotice title={empty}>{hint}</EmptyNotice>
  return (
    <ul className={rows.rows} aria-label={label}>
      {data.data.map(children)}
    </ul>
  )
}
