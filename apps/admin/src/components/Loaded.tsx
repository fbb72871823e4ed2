import { Skeleton } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { ErrorNotice, statusOf } from './Notices.tsx'

type Props<Data> = {
  query: ComponentProps<typeof ErrorNotice>['query'] & { data: { data: Data } | undefined }
  /** The title of the notice if it fails to load. */
  failure: string
  /** While it loads, in pixels. */
  height: number
  /** Shown if the record doesn't exist. */
  gone?: ReactNode
  children: (data: Data) => ReactNode
}

/** Renders a query in every state. If a later read fails, the loaded data stays. */
export const Loaded = <Data,>({ query, failure, height, gone, children }: Props<Data>) => (
  <>
    {gone && query.error && !query.data && [400, 404].includes(statusOf(query.error) ?? 0) ? (
      gone
    ) : (
      <ErrorNotice title={failure} query={query} />
    )}
    {!query.data && !query.error && <Skeleton height={height} radius="md" role="status" aria-label="Loading" />}
    {query.data && children(query.data.data)}
  </>
)
