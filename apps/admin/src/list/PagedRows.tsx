import { Skeleton } from '@mantine/core'
import type { ComponentProps } from 'react'
import { EmptyNotice, notLoaded } from '../components/Notices.tsx'
import { type PageQuery, PagedList } from './PagedList.tsx'
import rows from './Rows.module.css'
import type { WholeList } from './WholeList.tsx'

type Props<Item> = Omit<ComponentProps<typeof WholeList<Item>>, 'query' | 'empty' | 'cards'> & {
  query: PageQuery<Item>
  empty: string
}

/** A list from the API, page by page, with a row for each item. */
export const PagedRows = <Item,>({
  query,
  label,
  failure = notLoaded(label),
  empty,
  hint,
  height = 320,
  children,
}: Props<Item>) => (
  <PagedList
    query={query}
    failure={failure}
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
