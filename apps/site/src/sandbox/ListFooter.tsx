import buttons from '../components/buttons.module.css'
import { FailureNote } from './FailureNote.tsx'
import type { KeyList } from './use-key-list.ts'
import styles from './Sandbox.module.css'

interface ListFooterProps {
  list: Pick<KeyList<unknown>, 'rows' | 'hasMore' | 'failure' | 'isLoading' | 'reload' | 'loadMore'>
  /** Text for a list without rows. */
  empty: string
  renew: () => void
}

/** The end of a list: an error, the loading or empty state, or a button for the next page. */
export function ListFooter({ list, empty, renew }: ListFooterProps) {
  const { rows, hasMore, failure, isLoading, reload, loadMore } = list
  if (failure) {
    return (
      <FailureNote failure={failure}>
        <p>
          <button
            type="button"
            className={buttons.secondary}
            aria-disabled={isLoading}
            onClick={failure.offers === 'key' ? renew : reload}
          >
            {failure.offers === 'key' ? 'Get a New Key' : isLoading ? 'Loading...' : 'Try Again'}
          </button>
        </p>
      </FailureNote>
    )
  }
  if (!rows) return <p role="status">Loading...</p>
  if (rows.length === 0) return <p>{empty}</p>
  if (!hasMore) return null
  return (
    <p>
      <button type="button" className={styles.link} aria-disabled={isLoading} onClick={loadMore}>
        {isLoading ? 'Loading...' : 'Show More'}
      </button>
    </p>
  )
}
