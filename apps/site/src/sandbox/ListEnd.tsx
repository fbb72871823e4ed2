import buttons from '../components/buttons.module.css'
import { FailureNote } from './FailureNote.tsx'
import type { KeyList } from './use-key-list.ts'
import styles from './Workbench.module.css'

interface ListEndProps {
  list: Pick<KeyList<unknown>, 'rows' | 'hasMore' | 'failure' | 'isLoading' | 'again' | 'more'>
  /** What is said of a list without rows. */
  empty: string
  renew: () => void
}

/** What stands under a list: why it is not there, that there is nothing, or its next page. */
export function ListEnd({ list: { rows, hasMore, failure, isLoading, again, more }, empty, renew }: ListEndProps) {
  if (failure) {
    return (
      <FailureNote failure={failure}>
        <p>
          <button
            type="button"
            className={buttons.secondary}
            aria-disabled={isLoading}
            onClick={failure.offers === 'key' ? renew : again}
          >
            {failure.offers === 'key' ? 'Get a New Key' : isLoading ? 'Asking...' : 'Ask Again'}
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
      <button type="button" className={styles.link} aria-disabled={isLoading} onClick={more}>
        {isLoading ? 'Loading...' : 'Show More'}
      </button>
    </p>
  )
}
