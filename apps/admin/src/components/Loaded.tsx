import { Skeleton } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { ErrorNotice } from './Notices.tsx'

type Props<Data> = {
  query: ComponentProps<typeof ErrorNotice>['query'] & { data: { data: Data } | undefined }
  /** The title of the notice if it fails to load. */
  failure: string
  /** While it loads, in pixels. */
  height: number
  children: (data: Data) => ReactNode
}

/** A response in every state. If a later read fails, what was loaded stays. */
export const Loaded = <Data,>({ query, failure, height, children }: Props<Data>) => (
  <>
    <ErrorNotice title={failure} query={query} />
    {!query.data && !query.error && <Skeleton height={height} radius="md" role="status" aria-label="Loading" />}
    {query.data && children(query.data.data)}
  </>
)
