import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmptyNotice, ErrorNotice, notLoaded } from '../components/Notices.tsx'
import styles from './CardGrid.module.css'
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
  /** The title of the failure notice. By default, it includes the label. */
  failure?: string
  /** Title and text of the notice in place of an empty list. Without them, an empty list shows nothing. */
  empty?: string
  hint?: string
  /** The height of the loading placeholder in pixels, or of each card's placeholder. */
  height?: number
  /** Shows cards side by side instead of rows. Guarded cards ignore the pointer. */
  cards?: 'free' | 'guarded'
  children: (item: Item, index: number) => ReactNode
}

const placeholders = [1, 2, 3, 4]

/** A short list in every state. The API returns it without pages. If a later read fails, the list stays. */
export function WholeList<Item>(props: Props<Item>) {
  const { query, label, failure = notLoaded(label), empty, hint, height = 96, cards, children } = props
  const { data, error } = query
  return (
    <>
      <ErrorNotice title={failure} query={query} />
      {!data && !error && (
        <div role="status" aria-label="Loading" className={cards && styles.grid}>
          {(cards ? placeholders : [1]).map((placeholder) => (
            <Skeleton key={placeholder} height={height} radius="md" />
          ))}
        </div>
      )}
      {data?.data.length === 0 && empty && <EmptyNotice title={empty}>{hint}</EmptyNotice>}
      {data && data.data.length > 0 && (
        <ul
          className={cards ? styles.grid : rows.rows}
          aria-label={label}
          data-guarded={cards === 'guarded' || undefined}
        >
          {data.data.map(children)}
        </ul>
      )}
    </>
  )
}
