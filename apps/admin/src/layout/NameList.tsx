import { Skeleton } from '@mantine/core'
import { ErrorNotice } from './ErrorNotice.tsx'
import styles from './NameList.module.css'

type Props = {
  label: string
  errorTitle: string
  emptyText: string
  records: { id: string; name: string }[] | undefined
  error: Error | null
  isFetching: boolean
  onRetry: () => void
}

/** The records the server has, by name. */
export function NameList({ label, errorTitle, emptyText, records, error, isFetching, onRetry }: Props) {
  if (error) return <ErrorNotice title={errorTitle} error={error} onRetry={onRetry} isRetrying={isFetching} />
  if (!records) return <Skeleton height={160} radius="md" aria-label="Loading" role="status" />
  if (records.length === 0) return <p className={styles.empty}>{emptyText}</p>
  return (
    <ul aria-label={label} className={styles.list}>
      {records.map(({ id, name }) => (
        <li key={id} dir="auto">
          {name}
        </li>
      ))}
    </ul>
  )
}
