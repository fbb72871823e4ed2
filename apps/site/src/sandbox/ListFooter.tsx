import buttons from '../components/buttons.module.css'
import { FailureNote } from './FailureNote.tsx'
import type { KeyList } from './use-key-list.ts'

interface ListFooterProps {
  list: KeyList<unknown> & { reload: () => void }
  /** Text for a list without rows. */
  empty: string
  renew: () => void
}

/** The end of a list: an error, or the loading or empty state. */
export function ListFooter({ list: { rows, failure, isLoading, reload }, empty, renew }: ListFooterProps) {
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
  return rows.length === 0 && <p>{empty}</p>
}
