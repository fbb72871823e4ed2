import { ApiError, problemOf } from '@app/api-client'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './ErrorNotice.module.css'
import empty from './EmptyNotice.module.css'

/** The parts of a query that show its failure. */
interface FailedQuery {
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

export const statusOf = (error: Error): number | undefined => (error instanceof ApiError ? error.status : undefined)

export function reasonOf(error: Error): string {
  const status = statusOf(error)
  if (status === undefined) return 'The server didn’t respond. Check your connection, then try again.'
  if (status === 401) return 'You’re signed out.'
  if (status === 403) return 'You don’t have access to this. Ask an owner for access.'
  if (status >= 502) return 'The server is busy or restarting. Try again in a moment.'
  return problemOf(error)?.detail ?? 'Something went wrong on the server. Try again in a moment.'
}

/** The title of the notice in place of a list that failed to load. */
export const notLoaded = (label: string): string => `The ${label.toLowerCase()} could not be loaded`

/** Shows why a call failed, in place of its result. Renders nothing unless the call failed. */
export function ErrorNotice({ title, query }: { title: string; query: FailedQuery }) {
  const { error, isFetching, refetch } = query
  if (!error) return null
  const requestId = problemOf(error)?.requestId
  return (
    <div role="alert" className={styles.notice}>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.reason}>{reasonOf(error)}</p>
      {requestId && (
        <p className={styles.request}>
          Request <code>{requestId}</code>
        </p>
      )}
      {statusOf(error) !== 401 && (
        <Button variant="default" onClick={() => void refetch()} loading={isFetching}>
          Retry
        </Button>
      )}
    </div>
  )
}

/** Explains that a list is empty, and what to do about it. */
export function EmptyNotice({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={empty.notice}>
      <p className={empty.title}>{title}</p>
      {children && <div className={empty.hint}>{children}</div>}
    </div>
  )
}
