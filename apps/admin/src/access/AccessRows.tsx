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
  /** Extra text for the notice shown when the list is empty. */
  hint?: string
  children: (item: Item) => ReactNode
}

/** A short list in every state. The API returns all of it at once, so there are no pages. */
export function AccessRows<Item>({ query, label, failure, empty, hint, children }: Props<Item>) {
  const { data, error, isFetching, refetch } = query
  if (error) {
    return <ErrorNotice title={failure} query={{ error, refetch, isFetching }} />
  }
  if (!data) return <Skeleton height={96} radius="md" role="status" aria-label="Loading" />
  if (data.data.length === 0) return <EmptyNotice title={empty}>{hint}</EmptyNotice>
  return (
    <ul className={rows.rows} aria-label={label}>
      {data.data.map(children)}
    </ul>
  )
}
