import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmptyNotice } from '../components/EmptyNotice.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import rows from './Rows.module.css'

/** The part of a generated hook that a short list needs. */
export interface WholeQuery<Item> {
  data: { data: Item[] } | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

type Props<Item> = {
  query: WholeQuery<Item>
  label: string
  /** By default, it names the label. */
  failure?: string
  /** Title and text of the notice in place of an empty list. */
  empty: string
  hint?: string
  /** The height of the list while it loads, in pixels. */
  height?: number
  children: (item: Item) => ReactNode
}

/** A short list in every state. The API returns all of it at once. If a later read fails, the list stays. */
export function WholeList<Item>({ query, label, failure, empty, hint, height = 96, children }: Props<Item>) {
  const { data, error } = query
  return (
    <>
      <ErrorNotice title={failure ?? `The ${label.toLowerCase()} could not be loaded`} query={query} />
      {!data && !error && <Skeleton height={height} radius="md" role="status" aria-label="Loading" />}
      {data?.data.length === 0 && <EmptyNotice title={empty}>{hint}</EmptyNotice>}
      {data && data.data.length > 0 && (
        <ul className={rows.rows} aria-label={label}>
          {data.data.map(children)}
        </ul>
      )}
    </>
  )
}
