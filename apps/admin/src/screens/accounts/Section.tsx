import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmptyNotice } from '../../components/EmptyNotice.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import rows from '../../list/Rows.module.css'
import styles from './Accounts.module.css'

interface Query<Data> {
  data: { data: Data } | undefined
  error: Error | null
  isLoadingError: boolean
  isFetching: boolean
  refetch: () => unknown
}

type Props<Data> = {
  title: string
  /** A button next to the title. */
  action?: ReactNode
  query: Query<Data>
  failure: string
  children: (data: Data) => ReactNode
}

/** A part of the account page with its own call, so that a part that fails leaves the others. */
export function Section<Data>({ title, action, query, failure, children }: Props<Data>) {
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.bar}>
        <h2 className={styles.heading}>{title}</h2>
        {action}
      </div>
      {query.isLoadingError && query.error ? (
        <ErrorNotice title={failure} query={query} />
      ) : query.data ? (
        children(query.data.data)
      ) : (
        <Skeleton height={120} radius="md" role="status" aria-label="Loading" />
      )}
    </section>
  )
}

type ListProps<Item> = Omit<Props<Item[]>, 'children'> & {
  /** Title and text of the notice in place of an empty list. */
  empty: string
  hint?: string
  children: (item: Item) => ReactNode
}

/** A part with a row for each item of a list. */
export const ListSection = <Item,>({ empty, hint, children, ...section }: ListProps<Item>) => (
  <Section {...section}>
    {(items) =>
      items.length === 0 ? (
        <EmptyNotice title={empty}>{hint}</EmptyNotice>
      ) : (
        <ul aria-label={section.title} className={rows.rows}>
          {items.map(children)}
        </ul>
      )
    }
  </Section>
)
