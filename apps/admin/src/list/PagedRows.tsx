import { Skeleton } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { EmptyNotice } from '../components/EmptyNotice.tsx'
import { PagedList } from './PagedList.tsx'
import rows from './Rows.module.css'

type Props<Item> = Pick<ComponentProps<typeof PagedList<Item>>, 'query' | 'url' | 'failure'> & {
  label: string
  /** Title and text of the notice in place of an empty list. */
  empty: string
  hint?: string
  /** The height of the list while it loads, in pixels. */
  height?: number
  children: (item: Item) => ReactNode
}

/** A list from the API, page by page, with a row for each item. */
export const PagedRows = <Item,>({ label, empty, hint, height = 320, children, ...list }: Props<Item>) => (
  <PagedList
    {...list}
    loading={<Skeleton height={height} radius="md" role="status" aria-label="Loading" />}
    empty={<EmptyNotice title={empty}>{hint}</EmptyNotice>}
  >
    {(items, props) => (
      <ul {...props} aria-label={label} className={rows.rows}>
        {items.map(children)}
      </ul>
    )}
  </PagedList>
)
